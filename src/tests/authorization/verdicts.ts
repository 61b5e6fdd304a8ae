import type { Operation } from './documents.ts'
import type { VisitorName } from './visitors.ts'

/** The outcome for a caller: an error code or `allow`. `empty` means that the request succeeds and shows nothing. */
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

/** The verdict of every caller. API keys are listed only if theirs differs from that of the user they act for. */
export type Verdicts = Record<Person, Verdict> & Partial<Record<Key, Verdict>>

/** Callers without a usable session. */
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

/** The permissions of DECISIONS. They are not read from the policy, so that each can reveal an error in the other. */
export const everyone: Verdicts = { ...outside, ...inside }

/** Data of one patient. For every other attorney it does not exist. */
export const ofOwnPatients: Verdicts = { ...everyone, attorneyOther: 'not_found' }

/** A record that no caller can find. */
export const ofNobody: Verdicts = {
  ...ofOwnPatients,
  admin: 'not_found',
  staffCreator: 'not_found',
  staffOther: 'not_found',
  attorneyAssigned: 'not_found',
}

/** A list that contains the patient. Every other attorney sees none of it. */
export const listOfOwnPatients: Verdicts = { ...everyone, attorneyOther: 'empty' }

export const clinicOnly: Verdicts = { ...everyone, attorneyAssigned: 'forbidden', attorneyOther: 'forbidden' }

export const adminOnly: Verdicts = { ...clinicOnly, staffCreator: 'forbidden', staffOther: 'forbidden' }

/** The same verdict for all callers. */
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

/** Open to everyone, even without a session or with a password to change. */
export const anybody: Verdicts = all('allow')

/** What a patient does through a link. Signed-in users and their API keys cannot do it for the patient. */
export const byPatient: Verdicts = {
  ...all('forbidden'),
  anonymous: 'allow',
  deactivated: 'allow',
}

/** What no caller can send in JSON, such as a file. */
export const inJson: Verdicts = all('invalid')

/** Denied to all callers with the same error. */
export const nobody: Verdicts = all('unauthenticated')

/** Not found for all callers. */
export const nowhere: Verdicts = all('not_found')

/** What only people may do, such as managing accounts, sessions, passwords, settings and API keys. */
export const notByKey = (row: Verdicts): Verdicts => ({
  ...row,
  readKey: 'forbidden',
  writeKey: 'forbidden',
  serviceKey: 'forbidden',
})

/** What a service account may do with the right scope. The former read and write scopes never allow it. */
export const byScope = (row: Verdicts): Verdicts => ({
  ...notByKey(row),
  serviceKey: row.admin,
})

/** Adds API keys: each has the verdict of the user it acts for, and a read-only key cannot run mutations. */
export const withKeys = (operation: Operation, row: Verdicts): Record<VisitorName, Verdict> => ({
  readKey: operation === 'Mutation' ? 'forbidden' : row.staffCreator,
  writeKey: row.admin,
  serviceKey: row.staffOther,
  ...row,
})

/** The verdicts with some replaced. */
export const but = (row: Verdicts, changes: Partial<Verdicts>): Verdicts => ({ ...row, ...changes })
