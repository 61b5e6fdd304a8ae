import { answer } from '../patientTexts/answers.ts'

/** The one answer to strangers about a link that does not work, so that it does not reveal the reason. */
export const DEAD_LINK = answer('deadLink')

/** How a consent request ended, as its holder is told. */
export const requestEndings = [
  'signed',
  'rejected',
  'declined',
  'expired',
  'replaced',
  'locked',
  'withdrawn',
] as const
export type RequestEnding = (typeof requestEndings)[number]
