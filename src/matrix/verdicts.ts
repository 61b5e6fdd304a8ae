import type { VisitorName } from './visitors.ts'

/** What a visitor is told: a failure's code, or that they may; `empty` where they may ask and get nothing of it. */
export type Verdict =
  | 'allow'
  | 'empty'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'invalid'
  | 'conflict'

export type Verdicts = Record<VisitorName, Verdict>

/** Whoever is not signed in, or as good as not. */
const outside = {
  anonymous: 'unauthenticated',
  deactivated: 'unauthenticated',
  mustChangePassword: 'forbidden',
} as const

const inside = {
  admin: 'allow',
  staffCreator: 'allow',
  staffOther: 'allow',
  attorneyAssigned: 'allow',
  attorneyOther: 'allow',
} as const

/** The role matrix of DECISIONS in rows. None of it is read from the policy, so that each can find the other wrong. */
export const everyone: Verdicts = { ...outside, ...inside }

/** Whatever hangs on one patient: for every other attorney it does not exist. */
export const ofOwnPatients: Verdicts = { ...everyone, attorneyOther: 'not_found' }

/** A list in which the patient stands: nothing of it for every other attorney. */
export const listOfOwnPatients: Verdicts = { ...everyone, attorneyOther: 'empty' }

export const clinicOnly: Verdicts = { ...everyone, attorneyAssigned: 'forbidden', attorneyOther: 'forbidden' }

export const adminOnly: Verdicts = { ...clinicOnly, staffCreator: 'forbidden', staffOther: 'forbidden' }

/** Open to visitors too, and to those for whom all else is closed. */
export const anybody: Verdicts = {
  ...everyone,
  anonymous: 'allow',
  deactivated: 'allow',
  mustChangePassword: 'allow',
}

/** Refused in the same words whoever asks. */
export const nobody: Verdicts = {
  anonymous: 'unauthenticated',
  deactivated: 'unauthenticated',
  mustChangePassword: 'unauthenticated',
  admin: 'unauthenticated',
  staffCreator: 'unauthenticated',
  staffOther: 'unauthenticated',
  attorneyAssigned: 'unauthenticated',
  attorneyOther: 'unauthenticated',
}

/** A row of `ofOwnPatients` with some people's verdicts changed. */
export const but = (row: Verdicts, changes: Partial<Verdicts>): Verdicts => ({ ...row, ...changes })
