import fc from 'fast-check'
import { type PatientStatus, patientStatuses } from '#domain/patients/status.ts'

/** The expected state of one patient. */
export type Model = {
  status: PatientStatus
  since: Date
  changes: number
  hasOpenRequest: boolean
  signedAt: Date | null
  isManual: boolean
  hasForm: boolean
  revokedAt: Date | null
  assignee: 'rae' | 'tom' | 'none'
  /** The attorney whom the open request names; `none` for the clinic's default recipient. */
  asksFor: 'rae' | 'tom' | 'none'
  /** The attorney whom the signed form names; `null` if no form governs. */
  named: 'rae' | 'tom' | 'none' | null
  /** When the patient revoked the form for the billing records. */
  billingRevokedAt: Date | null
  /** The attorney whom the form names that waits for a review, and when it was signed; `null` if none waits. */
  waiting: 'rae' | 'tom' | 'none' | null
  waitingAt: Date | null
  /** When the newest form that counts was signed. */
  countedAt: Date | null
}
/** An administrator, a staff member and two attorneys. */
export type Who = 'admin' | 'staff' | 'rae' | 'tom'
export type Outcome = 'done' | 'invalid' | 'not_found' | 'forbidden' | 'conflict'
/** An attempted action; `to` is for an override, `assignee` for a reassignment. */
export type Act = { who: Who; what: keyof typeof rules; to: PatientStatus; assignee: Model['assignee'] }

/** Who is allowed, and the result: a change or a conflict. */
type Rule = {
  by: readonly Who[]
  effect: (model: Model, act: Act, now: Date) => Partial<Model> | 'conflict' | 'not_found'
}
const everyone = ['admin', 'staff', 'rae', 'tom'] as const
const ofTheClinic = ['admin', 'staff'] as const
const assignees = ['rae', 'tom', 'none'] as const
const isAttorney = (who: Who): who is 'rae' | 'tom' => who === 'rae' || who === 'tom'

/** Whether the assigned attorney may see the records, in a clinic that opens them before a form is signed. */
export const opensRecords = ({ named, revokedAt, assignee, waiting }: Model): boolean =>
  assignee !== 'none' && revokedAt === null && (named === assignee || (named === null && waiting === null))

const noReview = { waiting: null, waitingAt: null }
const isBefore = (status: PatientStatus) => status === 'pending_consent' || status === 'consent_sent'

/** Whether the assigned attorney may see the billing records too. */
export const opensBilling = (model: Model): boolean => opensRecords(model) && model.billingRevokedAt === null

const step = (
  by: readonly Who[],
  from: PatientStatus[],
  to: PatientStatus,
  rest: (now: Date) => Partial<Model> = () => ({}),
): Rule => ({
  by,
  effect: ({ status }, _act, now) => (from.includes(status) ? { ...rest(now), status: to } : 'conflict'),
})

const rules = {
  send: {
    by: everyone,
    effect: ({ status, revokedAt, assignee, hasOpenRequest }, { who }) =>
      status !== 'pending_consent' || hasOpenRequest || (revokedAt && isAttorney(who))
        ? 'conflict'
        : { status: 'consent_sent', hasOpenRequest: true, asksFor: assignee },
  },
  request: {
    by: everyone,
    effect: ({ status, revokedAt, assignee, hasOpenRequest }, { who }) =>
      status === 'dropped' || hasOpenRequest || (revokedAt && isAttorney(who))
        ? 'conflict'
        : { hasOpenRequest: true, asksFor: assignee },
  },
  revokeBilling: {
    by: ofTheClinic,
    effect: ({ named, revokedAt, billingRevokedAt }, _act, now) =>
      named === null || revokedAt || billingRevokedAt ? 'conflict' : { billingRevokedAt: now },
  },
  markSchedulable: step(ofTheClinic, ['consent_signed'], 'schedulable'),
  completeTreatment: step(ofTheClinic, ['schedulable'], 'treatment_completed'),
  awaitRecords: step(ofTheClinic, ['treatment_completed'], 'pending_records'),
  markForwarded: step(ofTheClinic, ['treatment_completed', 'pending_records'], 'records_forwarded'),
  revoke: {
    by: ofTheClinic,
    effect: ({ status, signedAt, revokedAt }, _act, now) => {
      const taken = { revokedAt: now, hasOpenRequest: false, ...noReview }
      if (status === 'consent_signed' || status === 'schedulable')
        return { ...taken, status: 'pending_consent' }
      // Treatment is not undone, but the consent can be revoked.
      const isBeyond = ['treatment_completed', 'pending_records', 'records_forwarded'].includes(status)
      return isBeyond && signedAt && !revokedAt ? taken : 'conflict'
    },
  },
  drop: step(
    everyone,
    patientStatuses.filter((status) => status !== 'dropped'),
    'dropped',
    () => ({ hasOpenRequest: false }),
  ),
  void: {
    by: ofTheClinic,
    effect: ({ status, hasOpenRequest }) => {
      if (status === 'consent_sent') return { status: 'pending_consent', hasOpenRequest: false }
      return hasOpenRequest ? { hasOpenRequest: false } : 'conflict'
    },
  },
  override: {
    by: ['admin'],
    effect: (model, { to }, now) => {
      if (to === model.status) return 'conflict'
      if (to === 'pending_consent') return { status: to, hasOpenRequest: false }
      if (to !== 'consent_signed' && to !== 'schedulable') return { status: to }
      const signedAt = model.revokedAt || !model.signedAt ? now : model.signedAt
      // A manual consent after a revocation is no signed form, so none governs.
      const form = model.revokedAt ? { named: null, billingRevokedAt: null } : {}
      return { status: to, hasOpenRequest: false, isManual: true, revokedAt: null, signedAt, ...form }
    },
  },
  reassign: { by: ['admin'], effect: (_model, { assignee }) => ({ assignee }) },
  sign: {
    by: everyone,
    effect: ({ status, asksFor }, _act, now) => ({
      named: asksFor,
      billingRevokedAt: null,
      status: status === 'pending_consent' || status === 'consent_sent' ? 'consent_signed' : status,
      hasOpenRequest: false,
      signedAt: now,
      isManual: false,
      hasForm: true,
      revokedAt: null,
      countedAt: now,
      ...noReview,
    }),
  },
  /** Under a name that differs from the patient's. */
  signInDoubt: {
    by: everyone,
    effect: ({ status, asksFor, named, revokedAt }, _act, now) => ({
      ...{ waiting: asksFor, waitingAt: now, hasOpenRequest: false },
      ...(isBefore(status) && { status: 'consent_signed' as const }),
      ...(isBefore(status) &&
        (named === null || revokedAt) && { signedAt: now, isManual: false, hasForm: true }),
    }),
  },
  accept: {
    by: ofTheClinic,
    effect: ({ status, waiting, waitingAt, billingRevokedAt }) =>
      waiting === null
        ? 'not_found'
        : {
            ...{ named: waiting, signedAt: waitingAt, countedAt: waitingAt, revokedAt: null, ...noReview },
            // What the patient revoked after signing the waiting form stays revoked.
            billingRevokedAt:
              billingRevokedAt && waitingAt && billingRevokedAt > waitingAt ? billingRevokedAt : null,
            ...{ isManual: false, hasForm: true, ...(isBefore(status) && { status: 'consent_signed' }) },
          },
  },
  reject: {
    by: ofTheClinic,
    effect: ({ status, waiting, waitingAt, signedAt, isManual, countedAt }) => {
      if (waiting === null) return 'not_found'
      if (isManual || signedAt !== waitingAt) return noReview
      const isMoved = status === 'consent_signed' || status === 'schedulable'
      const earlier = { signedAt: countedAt, hasForm: countedAt !== null }
      return { ...noReview, ...earlier, ...(isMoved && { status: 'pending_consent' }) }
    },
  },
} satisfies Record<string, Rule>

const whats = Object.keys(rules) as Act['what'][]

/** The result of an action and the expected state after it. */
export function predict(model: Model, act: Act, now: Date): { outcome: Outcome; model: Model } {
  const refusal = refusalOf(model, act)
  if (refusal) return { outcome: refusal, model }
  const change = (rules[act.what] as Rule).effect(model, act, now)
  if (change === 'conflict' || change === 'not_found') return { outcome: change, model }
  const moved = change.status !== undefined && change.status !== model.status
  const entered = moved ? { since: now, changes: model.changes + 1 } : {}
  return { outcome: 'done', model: { ...model, ...change, ...entered } }
}

/** Validation comes before visibility, and visibility before permission. Signing depends only on the link. */
function refusalOf({ hasOpenRequest, assignee }: Model, { what, who, to }: Act): Outcome | null {
  if (what === 'sign' || what === 'signInDoubt') return hasOpenRequest ? null : 'not_found'
  if (what === 'override' && to === 'dropped') return 'invalid'
  if (isAttorney(who) && assignee !== who) return 'not_found'
  return (rules[what] as Rule).by.includes(who) ? null : 'forbidden'
}

/**
 * Either any action by anyone, or the nth action that would succeed: purely random actions are mostly
 * refused.
 */
export type Attempt = { anything: Act } | { promising: number }

export const anyAttempt: fc.Arbitrary<Attempt> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      anything: fc.record({
        who: fc.constantFrom(...everyone),
        what: fc.constantFrom(...whats),
        to: fc.constantFrom(...patientStatuses),
        assignee: fc.constantFrom(...assignees),
      }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ promising: fc.nat(9999) }) },
)

/** Actions that are possible at almost any status and would crowd out the regular path. */
const shortcuts: readonly Act['what'][] = ['override', 'drop', 'reassign']

/** The chosen action for a patient in this state. */
export function actOf(attempt: Attempt, model: Model): Act {
  if ('anything' in attempt) return attempt.anything
  const ways = whats
    .map((what) => everyAct(what).filter((act) => predict(model, act, model.since).outcome === 'done'))
    .filter(({ length }) => length > 0)
  const along = ways.filter(([act]) => act && !shortcuts.includes(act.what))
  const nth = Math.floor(attempt.promising / 5)
  const open = along.length > 0 && attempt.promising % 5 > 0 ? along : ways
  const among = open[nth % open.length] as Act[]
  return among[Math.floor(nth / open.length) % among.length] as Act
}

const everyAct = (what: Act['what']): Act[] =>
  everyone.flatMap((who) =>
    patientStatuses.flatMap((to) => assignees.map((assignee): Act => ({ what, who, to, assignee }))),
  )
