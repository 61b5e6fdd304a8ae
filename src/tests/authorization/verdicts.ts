import type { Operation } from './documents.ts'
import type { VisitorName } from './visitors.ts'

/** The outcome for a caller: an error code or `allow`. `empty` means that the request succeeds and shows nothing. */
export type Verdict =
  | 'allow'
  | 'empty'
  | 'unauthenticated'
  | 'forbidden'
  | 'step_up_required'
  | 'not_found'
  | 'invalid'
  | 'conflict'

type Key = 'readKey' | 'writeKey' | 'serviceKey'
/**
 * A user without a required second factor is treated like one who must change the password, and `noStepUp` like any
 * administrator.
 */
type Derived = Key | 'factorMissing' | 'noStepUp'
type Person = Exclude<VisitorName, Derived>

/**
 * The verdict of every caller. API keys, `factorMissing` and `noStepUp` are listed only if theirs differs from that of the user
 * they act for or are treated like.
 */
export type Verdicts = Record<Person, Verdict> & Partial<Record<Derived, Verdict>>

/** Callers without a usable session, or with one for something else only. */
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
export const all = (verdict: Verdict): Verdicts => ({
  anonymous: verdict,
  deactivated: verdict,
  mustChangePassword: verdict,
  admin: verdict,
  staffCreator: verdict,
  staffOther: verdict,
  attorneyAssigned: verdict,
  attorneyOther: verdict,
})

/** The callers who are refused before anything is looked at. */
export const refusedOutside = outside

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

/** What needs a recent sign-in or confirmation. */
export const byStepUp = (row: Verdicts): Verdicts => ({ ...row, noStepUp: 'step_up_required' })

/** Adds the other callers. Of API keys, each has the verdict of the user it acts for, and a read-only key cannot run mutations. */
export const withKeys = (operation: Operation, row: Verdicts): Record<VisitorName, Verdict> => ({
  factorMissing: row.mustChangePassword,
  noStepUp: row.admin,
  readKey: operation === 'Mutation' ? 'forbidden' : row.staffCreator,
  writeKey: row.admin,
  serviceKey: row.staffOther,
  ...row,
})

/** The verdicts with some replaced. */
export const but = (row: Verdicts, changes: Partial<Verdicts>): Verdicts => ({ ...row, ...changes })
