import fc from 'fast-check'
import type { RecordsBeforeConsent } from '#domain/consent/authorization.ts'

// A model of who may read a patient's records and forms. It states the rules in its own words and uses none of the product.

export const attorneys = ['rae', 'tom'] as const
type Attorney = (typeof attorneys)[number]
/** `staff` created the chart, `sue` is another staff member. Both attorneys work at the same firm. */
export const accessUsers = ['admin', 'staff', 'sue', ...attorneys] as const
export type AccessUser = (typeof accessUsers)[number]

export const recordNames = ['plain', 'billing'] as const
export type RecordName = (typeof recordNames)[number]

/** An attorney, the firm of both, or a person of that firm without an account. */
type Recipient = Attorney | 'firm' | 'outsider'
type Form = { requestId: string; recipients: readonly Recipient[]; gone: Recipient[]; lacksBilling: boolean }
type Link = { to: Attorney; records: readonly RecordName[]; isSubpoena: boolean; until: Date }
/** A recipient or the category of billing, for which the patient revoked a form. */
type Partial = { at: Date; part: Recipient | 'billing' }

export type AccessModel = {
  before: RecordsBeforeConsent
  assignee: Attorney | 'none'
  /** The form that governs. */
  form: Form | null
  isRevoked: boolean
  endsAt: Date | null
  waiting: { form: Form; at: Date } | null
  isRestricted: boolean
  glassUntil: Date | null
  partial: Partial[]
  links: Link[]
  /** The requests with a signed form, oldest first. */
  signed: string[]
}

export type Act =
  | { what: 'assign'; to: Attorney | 'none' }
  | { what: 'sign'; recipients: readonly Recipient[]; isDoubtful: boolean }
  | { what: 'revokeRecipient'; at: number }
  | { what: 'override'; status: 'consent_signed' | 'pending_consent' | 'pending_records' }
  | { what: 'forward'; to: Attorney; records: readonly RecordName[]; isSubpoena: boolean }
  | { what: 'wait'; hours: number }
  | { what: 'accept' | 'reject' | 'revoke' | 'revokeBilling' | 'restrict' | 'lift' | 'breakGlass' }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const later = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds)

/** The state after an action that succeeded. `result` is the request that was signed. */
export function afterAct(model: AccessModel, act: Act, result: string, now: Date): AccessModel {
  switch (act.what) {
    case 'assign':
      return { ...model, assignee: act.to }
    case 'sign':
      return afterSigning(model, act, result, now)
    case 'accept':
      return model.waiting ? counted(model, withLaterParts(model, model.waiting), model.waiting.at) : model
    case 'reject':
      return { ...model, waiting: null }
    case 'revoke':
      return { ...model, isRevoked: true, waiting: null }
    case 'revokeBilling':
      return withPart(model, 'billing', now)
    case 'revokeRecipient':
      return withPart(model, model.form?.recipients[act.at] ?? 'outsider', now)
    case 'override':
      // A consent that has ended and is set again by hand is no signed form.
      return act.status === 'consent_signed' && hasEnded(model, now)
        ? { ...model, form: null, isRevoked: false, endsAt: null }
        : model
    case 'forward':
      return { ...model, links: [...model.links, { ...act, until: later(now, 7 * DAY_MS) }] }
    case 'restrict':
      return { ...model, isRestricted: true }
    case 'lift':
      return { ...model, isRestricted: false, glassUntil: null }
    case 'breakGlass':
      return { ...model, glassUntil: later(now, 4 * HOUR_MS) }
    case 'wait':
      return model
  }
}

function afterSigning(
  model: AccessModel,
  { recipients, isDoubtful }: Extract<Act, { what: 'sign' }>,
  requestId: string,
  now: Date,
): AccessModel {
  const form: Form = { requestId, recipients, gone: [], lacksBilling: false }
  const signed = [...model.signed, requestId]
  return isDoubtful
    ? { ...model, signed, waiting: { form, at: now } }
    : counted({ ...model, signed }, form, now)
}

const counted = (model: AccessModel, form: Form, signedAt: Date): AccessModel => ({
  ...model,
  ...{ form, isRevoked: false, endsAt: later(signedAt, 365 * DAY_MS), waiting: null },
})

/** What the patient revoked after signing the waiting form stays revoked. */
function withLaterParts({ partial }: AccessModel, { form, at }: { form: Form; at: Date }): Form {
  const parts = partial.filter((one) => one.at >= at).map(({ part }) => part)
  return {
    ...form,
    gone: form.recipients.filter((one) => parts.includes(one)),
    lacksBilling: parts.includes('billing'),
  }
}

const withPart = (model: AccessModel, part: Partial['part'], at: Date): AccessModel => ({
  ...model,
  partial: [...model.partial, { at, part }],
  form:
    model.form &&
    (part === 'billing'
      ? { ...model.form, lacksBilling: true }
      : { ...model.form, gone: [...model.form.gone, part] }),
})

const hasEnded = ({ isRevoked, endsAt }: AccessModel, now: Date) =>
  isRevoked || (endsAt !== null && endsAt <= now)

/** Whether the form in force names the attorney, who has not been taken off it. */
const isNamed = (model: AccessModel, who: Attorney, now: Date): boolean => {
  const { form } = model
  if (!form || hasEnded(model, now) || form.gone.includes(who)) return false
  return form.recipients.some((one) => (one === who || one === 'firm') && !form.gone.includes(one))
}

/** Whether a user may read a record. */
export function isRecordOpen(model: AccessModel, who: AccessUser, name: RecordName, now: Date): boolean {
  const { assignee, form, before, waiting, isRestricted, glassUntil } = model
  if (who === 'admin' || who === 'staff') return true
  if (who === 'sue') return !isRestricted || (glassUntil !== null && glassUntil > now)
  if (who !== assignee) return false
  if (!form) return before === 'open' && waiting === null && !hasEnded(model, now)
  return isNamed(model, who, now) && !(name === 'billing' && form.lacksBilling)
}

/** Whether an attorney may open the signed form of a request. */
export const isFormOpen = (model: AccessModel, who: Attorney, requestId: string, now: Date): boolean =>
  model.assignee === who && model.form?.requestId === requestId && isNamed(model, who, now)

/** Whether a recipient may download the signed form of a request by the link that they got. */
export const isCopyOpen = (model: AccessModel, who: Recipient, requestId: string, now: Date): boolean =>
  model.form?.requestId === requestId &&
  !hasEnded(model, now) &&
  model.form.recipients.includes(who) &&
  !model.form.gone.includes(who)

/** Whether a link may show a record. It may also be closed. */
export function isLinkJustified(model: AccessModel, index: number, name: RecordName, now: Date): boolean {
  const link = model.links[index]
  if (!link?.records.includes(name) || link.until <= now) return false
  return (
    link.isSubpoena || (isNamed(model, link.to, now) && !(name === 'billing' && model.form?.lacksBilling))
  )
}

const attorney = fc.constantFrom(...attorneys)
const recipients = fc.constantFrom<readonly Recipient[]>(
  ['rae'],
  ['tom'],
  ['firm'],
  ['rae', 'tom'],
  ['firm', 'rae'],
  ['outsider', 'tom'],
)

export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('sign' as const),
      recipients,
      isDoubtful: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('assign' as const),
      to: fc.constantFrom<Attorney | 'none'>('rae', 'rae', 'tom', 'none'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('forward' as const),
      to: attorney,
      records: fc.constantFrom<readonly RecordName[]>(['plain'], ['plain', 'billing']),
      isSubpoena: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('override' as const),
      status: fc.constantFrom(
        'consent_signed' as const,
        'pending_consent' as const,
        'pending_records' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('revokeRecipient' as const), at: fc.nat(1) }) },
  {
    weight: 2,
    // Past the break-glass access, past a link, and past an authorization.
    arbitrary: fc.record({ what: fc.constant('wait' as const), hours: fc.constantFrom(5, 8 * 24, 366 * 24) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constantFrom(
        ...(['accept', 'reject', 'revoke', 'revokeBilling', 'restrict', 'lift', 'breakGlass'] as const),
      ),
    }),
  },
)
