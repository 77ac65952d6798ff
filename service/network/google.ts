/** Who signs Google's statements about people, unless a setting names a stand-in. */
export const GOOGLE_ISSUER = 'https://accounts.google.com'
