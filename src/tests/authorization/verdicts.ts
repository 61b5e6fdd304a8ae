import type { Operation } from './documents.ts'
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

type Key = 'readKey' | 'writeKey' | 'serviceKey'
type Person = Exclude<VisitorName, Key>

/** Everyone’s verdict on one question; the keys', where they differ from those of whom they act as. */
export type Verdicts = Record<Person, Verdict> & Partial<Record<Key, Verdict>>

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

/** What nobody finds where it is looked for. */
export const ofNobody: Verdicts = {
  ...ofOwnPatients,
  admin: 'not_found',
  staffCreator: 'not_found',
  staffOther: 'not_found',
  attorneyAssigned: 'not_found',
}

/** A list in which the patient stands: nothing of it for every other attorney. */
export const listOfOwnPatients: Verdicts = { ...everyone, attorneyOther: 'empty' }

export const clinicOnly: Verdicts = { ...everyone, attorneyAssigned: 'forbidden', attorneyOther: 'forbidden' }

export const adminOnly: Verdicts = { ...clinicOnly, staffCreator: 'forbidden', staffOther: 'forbidden' }

/** The same for everybody, signed in or not. */
const all = (verdict: Verdict): Verdicts => ({
  anonymous: verdict,
  deactivated: verdict,
  mustChangePassword: verdict,
  admin: verdict,
  staffCreator: verdict,
  staffOther: verdict,
  attorneyAssigned: verdict,
  attorneyOther: verdict,
})

/** Open to visitors too, and to those for whom all else is closed. */
export const anybody: Verdicts = all('allow')

/** What a patient does behind a link: nobody signed in, nor a program of theirs, does it for them. */
export const byPatient: Verdicts = {
  ...all('forbidden'),
  anonymous: 'allow',
  deactivated: 'allow',
}

/** Refused in the same words whoever asks. */
export const nobody: Verdicts = all('unauthenticated')

/** As if there were no such thing, whoever asks. */
export const nowhere: Verdicts = all('not_found')

/** What belongs to people: accounts, sessions, passwords, settings and keys themselves. */
export const notByKey = (row: Verdicts): Verdicts => ({
  ...row,
  readKey: 'forbidden',
  writeKey: 'forbidden',
  serviceKey: 'forbidden',
})

/** What a scope opens to a program that is no administrator, and the former scopes never do. */
export const byScope = (row: Verdicts): Verdicts => ({
  ...notByKey(row),
  serviceKey: row.admin,
})

/** The whole row: a key has the verdict of whom it acts as, and one that may only read changes nothing. */
export const withKeys = (operation: Operation, row: Verdicts): Record<VisitorName, Verdict> => ({
  readKey: operation === 'Mutation' ? 'forbidden' : row.staffCreator,
  writeKey: row.admin,
  serviceKey: row.staffOther,
  ...row,
})

/** A row with some people's verdicts changed. */
export const but = (row: Verdicts, changes: Partial<Verdicts>): Verdicts => ({ ...row, ...changes })
