import { createHash, randomBytes } from 'node:crypto'

/** How the addresses of private calendars are made, and under which name the database knows them. */
export type CalendarTokens = { make: () => string; hash: (token: string) => string }

/** 256 random bits, so that a plain SHA-256 is enough to keep them. */
export const calendarTokens: CalendarTokens = {
  make: () => randomBytes(32).toString('base64url'),
  hash: (token) => createHash('sha256').update(token).digest('hex'),
}
