/** A refusal in OAuth's words (RFC 6749, 5.2), as a value. */
export interface OauthFailure {
  status: 400 | 401
  error: string
  description: string
}

export function failure(error: string, description: string, status: 400 | 401 = 400): OauthFailure {
  return { status, error, description }
}
