import { createHash, randomBytes } from 'node:crypto'

/** Creates the tokens of private calendars, and the hashes by which the database finds them. */
export type CalendarTokens = { make: () => string; hash: (token: string) => string }

/** 256 random bits, so a plain SHA-256 is enough to store them. */
export const calendarTokens: CalendarTokens = {
  make: () => randomBytes(32).toString('base64url'),
  hash: (token) => createHash('sha256').update(token).digest('hex'),
}
