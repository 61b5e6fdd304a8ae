import { authorizedCoverage, expiryOf } from '#domain/consent/authorization.ts'
import {
  isRevokedFor,
  namesUser,
  type Recipient,
  type SignedAuthorization,
} from '#domain/consent/recipients.ts'
import { countedReview } from '#domain/consent/review.ts'
import { isCovered, type Scope } from '#domain/consent/scope.ts'
import type { RecordCategory, RecordFacts } from '#domain/records/categories.ts'
import type { OperationContext } from '../context.ts'

/** A signed form as the accounting names it. */
export type AccountedForm = {
  requestId: string
  signedAt: Date
  purpose: string | null
  recipients: Recipient[]
}

type Form = AccountedForm & {
  scope: Scope
  /** When it began to count, and when it ended for everybody. */
  since: Date
  until: Date | null
  parts: { at: Date; recipient: Recipient | null; category: RecordCategory | null }[]
}

type Person = { userId: string; firm: string | null }

/** The authorizations of a patient over time. */
export type AuthorizationPeriods = {
  forms: ReadonlyMap<string, AccountedForm>
  /** The instants at which something changes, ascending. Period 0 is before the first one. */
  thresholds: Date[]
  /** The form under which a recipient saw data in a period, or `null`. A list of records has no `facts`. */
  formFor: (period: number, person: Person, facts: RecordFacts | null) => AccountedForm | null
  /** Whether a form covered data at an instant, by the facts that are known about it now; also for an unknown form. */
  covers: (requestId: string, at: Date, facts: RecordFacts) => boolean
}

/**
 * Reads which signed form was in force when. It comes from the forms, their reviews and the revocations, which are all
 * kept, so that it also holds for the time before an upgrade. An ended form counts no more, even after an administrator
 * overrode the status: what is not under an authorization must be accounted for.
 */
export async function readAuthorizationPeriods(
  { db }: OperationContext,
  patientId: string,
): Promise<AuthorizationPeriods> {
  const requests = await db.consentRequest.findMany({
    where: { patientId, state: 'signed', closedAt: { not: null }, signed: { isNot: null }, ...countedReview },
    include: { partialRevocations: true },
    orderBy: [{ closedAt: 'asc' }, { createdAt: 'asc' }],
  })
  const revocations = await db.auditLog.findMany({
    where: { patientId, action: 'consent_revoked' },
    select: { createdAt: true, details: true },
    orderBy: { createdAt: 'asc' },
  })
  const revokedAt = revocations.flatMap(({ createdAt, details }) =>
    'part' in Object(details) ? [] : [createdAt],
  )
  const forms = requests.map(({ id, closedAt, reviewedAt, ...request }): Form => {
    const signedAt = closedAt as Date
    const expiry = expiryOf(request, signedAt)
    const ends = [...(expiry ? [expiry] : []), ...revokedAt.filter((at) => at >= signedAt)].map(Number)
    return {
      ...{ requestId: id, signedAt, purpose: request.purpose },
      recipients: request.recipients as Recipient[],
      scope: request.scope as Scope,
      since: reviewedAt && reviewedAt > signedAt ? reviewedAt : signedAt,
      until: ends.length > 0 ? new Date(Math.min(...ends)) : null,
      parts: request.partialRevocations.map(({ revokedAt: at, recipient, category }) => ({
        at,
        recipient: recipient as Recipient | null,
        category,
      })),
    }
  })
  const instants = forms.flatMap(({ since, until, parts }) => [
    since,
    ...(until ? [until] : []),
    ...parts.map(({ at }) => at),
  ])
  const thresholds = [...new Set(instants.map(Number))]
    .sort((one, other) => one - other)
    .map((at) => new Date(at))
  return {
    forms: new Map(forms.map((form) => [form.requestId, form])),
    thresholds,
    formFor: (period, person, facts) => {
      const at = thresholds[period - 1]
      return at ? formAt(forms, at, person, facts) : null
    },
    covers: (requestId, at, facts) => {
      const form = forms.find((one) => one.requestId === requestId)
      return !form || coversAt(authorizationAt(form, at), facts)
    },
  }
}

/** The latest form that counts at an instant, if it names the person and covers the data. */
function formAt(
  forms: readonly Form[],
  at: Date,
  { userId, firm }: Person,
  facts: RecordFacts | null,
): Form | null {
  const form = forms
    .filter(({ since }) => since <= at)
    .sort((one, other) => Number(one.since) - Number(other.since))
    .at(-1)
  if (!form || (form.until && form.until <= at)) return null
  const authorization = authorizationAt(form, at)
  const user = { id: userId, firm }
  if (!namesUser(authorization.recipients, user) || isRevokedFor(authorization, user)) return null
  return facts === null || coversAt(authorization, facts) ? form : null
}

const coversAt = (authorization: SignedAuthorization, facts: RecordFacts): boolean =>
  isCovered(authorizedCoverage(authorization), facts)

function authorizationAt({ requestId, recipients, scope, parts }: Form, at: Date): SignedAuthorization {
  const revoked = parts.filter((part) => part.at <= at)
  return {
    ...{ requestId, recipients, scope },
    revoked: {
      recipients: revoked.flatMap(({ recipient }) => recipient ?? []),
      categories: revoked.flatMap(({ category }) => category ?? []),
    },
  }
}
