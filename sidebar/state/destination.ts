/**
 * Whether what a person pasted can name a spreadsheet at all, so that a slip is told at once. Whether there
 * is one, and whose, only the service knows.
 */

/** Google's ids are 44 long, old ones shorter; a word that somebody typed is shorter still. */
const ID = /^[A-Za-z0-9_-]{20,200}$/
/** Whatever stands around the id: a host of one's own, /u/1 for a second account, an export. */
const ADDRESS = /^(?:https?:\/\/)?[^/?#\s]+\/(?:[^?#\s]*\/)?d\/[A-Za-z0-9_-]{1,200}(?:[/?#]\S*)?$/i

export const isDestination = (text: string): boolean => ID.test(text) || ADDRESS.test(text)
