import { answer } from '../patientTexts/answers.ts'

/** The message about every link that does not work. It is always the same, so that strangers do not learn the reason. */
export const DEAD_LINK = answer('deadLink')

/** How a consent request ended, for the holder of its link. */
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
