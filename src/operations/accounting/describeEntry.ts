import { disclosureChannelLabels } from '#domain/accounting/accounting.ts'
import { disclosedContent } from '#domain/accounting/content.ts'
import { WITHOUT_CATEGORY } from '#domain/consent/authorization.ts'
import { namesUser, type Recipient } from '#domain/consent/recipients.ts'
import { showInstantDay } from '#domain/dates.ts'
import type { RecordFacts } from '#domain/records/categories.ts'
import {
  type DisclosureBasis,
  disclosureBasisLabels,
  disclosureKindLabels,
} from '#domain/records/forwarding.ts'
import type { Disclosure, Prisma, UserVersion } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import type { AccountedForm, AuthorizationPeriods } from './authorizationPeriods.ts'
import { isPermitted } from './isPermitted.ts'

/** A disclosure, or several of the same kind, as the statement has it. */
export type AccountingEntry = {
  recipientName: string
  /** Firm, postal and e-mail address as far as known. */
  recipientAddress: string | null
  /** A brief description of what was disclosed. */
  content: string
  purpose: string | null
  /** What permitted it, in words. */
  basis: string
  basisReference: string | null
  /** The signed form under which it was made; `null` if there is none. */
  consentRequestId: string | null
  consentSignedAt: Date | null
  manual: ManualEntry | null
}

export type ManualEntry = Prisma.ManualDisclosureGetPayload<{ include: typeof manualRelations }>

/** The latest statement of an agency that asks not to tell the patient about an entry. */
export const latestSuspension = {
  include: { recordedBy: { select: { firstName: true, lastName: true } } },
  orderBy: [{ recordedAt: 'desc' }, { id: 'desc' }],
  take: 1,
} satisfies Prisma.ManualDisclosure$suspensionsArgs

export const manualRelations = {
  consentRequest: { select: { closedAt: true } },
  enteredBy: { select: { firstName: true, lastName: true } },
  struckBy: { select: { firstName: true, lastName: true } },
  suspensions: latestSuspension,
} satisfies Prisma.ManualDisclosureInclude

/** A signed form that a recipient downloaded by a link. */
export type DisclosedCopy = Prisma.RecipientCopyGetPayload<{ include: typeof copyRelations }>

export const copyRelations = { consentRequest: { select: { closedAt: true, purpose: true } } } as const

/** What an attorney saw or received in a period, and the facts about the record now, if it is of one. */
type Shown = { version: UserVersion; period: number; facts: RecordFacts | null }

/** What was disclosed, and to whom. */
export type Disclosed =
  | ({ source: 'look'; look: { action: string; resourceType: string; isOnPatient: boolean } } & Shown)
  | ({ source: 'record'; record: DisclosedRecord } & Shown)
  | { source: 'copy'; copy: DisclosedCopy }
  | { source: 'manual'; manual: ManualEntry }

export type DisclosedRecord = Pick<
  Disclosure,
  'kind' | 'fileName' | 'purpose' | 'basis' | 'basisReference' | 'consentRequestId' | 'consentSignedAt'
>

const MISTAKE = { basis: 'mistake', basisReference: null } as const
const NO_AUTHORIZATION = 'Access as the patient’s attorney, without an authorization'

/** Describes a disclosure: recipient, content, and the form or other basis that permitted it. */
export function describeEntry(
  { timeZone }: Pick<OperationContext, 'timeZone'>,
  periods: AuthorizationPeriods,
  disclosed: Disclosed,
): AccountingEntry {
  if (disclosed.source === 'manual') return manualEntry(timeZone, disclosed.manual)
  if (disclosed.source === 'copy') return copyEntry(timeZone, disclosed.copy)
  const { version, period, facts } = disclosed
  if (disclosed.source === 'look') {
    const { look } = disclosed
    const isRecord = look.resourceType === 'patient_record'
    const form = periods.formFor(period, version, isRecord ? facts : WITHOUT_CATEGORY)
    return {
      ...recipientOf(version, form),
      content: disclosedContent(look),
      purpose: form?.purpose ?? null,
      ...basisOf(timeZone, form && { ...form, basis: 'authorization', basisReference: null }),
      manual: null,
    }
  }
  const { record } = disclosed
  const form = formOf(periods, version, record)
  const at = periods.thresholds[period - 1]
  const isMistake = at && facts && !isPermitted(periods, record, at, facts)
  const grounds = form ? { ...form, basis: 'authorization' as const, basisReference: null } : record
  return {
    ...recipientOf(version, form),
    content: `${disclosureKindLabels[record.kind]}${record.fileName ? `: ${record.fileName}` : ''}`,
    purpose: record.purpose ?? form?.purpose ?? null,
    ...basisOf(timeZone, isMistake ? MISTAKE : grounds),
    manual: null,
  }
}

/** The form of a served or forwarded record. Rows of earlier versions have no basis, so the form must name the recipient. */
function formOf(
  { forms }: AuthorizationPeriods,
  { userId, firm }: UserVersion,
  { basis, consentRequestId }: DisclosedRecord,
): AccountedForm | null {
  const form = consentRequestId === null ? undefined : forms.get(consentRequestId)
  if (!form || (basis !== null && basis !== 'authorization')) return null
  return basis === 'authorization' || namesUser(form.recipients, { id: userId, firm }) ? form : null
}

function recipientOf(version: UserVersion, form: AccountedForm | null) {
  const { userId, firstName, lastName, firm, email } = version
  const stated = form?.recipients.find((one) => namesUser([one], { id: userId, firm }))?.address
  return {
    recipientName: `${firstName} ${lastName}`,
    recipientAddress: [firm, stated, email].filter(Boolean).join(', ') || null,
  }
}

type Basis = {
  basis: DisclosureBasis | null
  basisReference: string | null
  requestId?: string
  signedAt?: Date
}

function basisOf(timeZone: string, permitted: Basis | null) {
  const { basis = null, basisReference = null, requestId = null, signedAt = null } = permitted ?? {}
  const isForm = basis === 'authorization' && requestId !== null && signedAt !== null
  return {
    basis: isForm
      ? `Authorization signed on ${showInstantDay(signedAt, timeZone)}`
      : basis && basis !== 'authorization'
        ? disclosureBasisLabels[basis]
        : NO_AUTHORIZATION,
    basisReference: isForm ? null : basisReference,
    consentRequestId: isForm ? requestId : null,
    consentSignedAt: isForm ? signedAt : null,
  }
}

/** A copy's link works only while the form is in force, so the form permitted it. */
function copyEntry(timeZone: string, { recipient, email, consentRequest, ...copy }: DisclosedCopy) {
  const { name, firm, address } = recipient as Recipient
  const { closedAt, purpose } = consentRequest
  return {
    recipientName: name ?? firm ?? email,
    recipientAddress: [name && firm, address, email].filter(Boolean).join(', '),
    content: disclosedContent({ action: 'downloaded', resourceType: 'consent_form', isOnPatient: true }),
    purpose,
    ...basisOf(timeZone, {
      basis: 'authorization',
      basisReference: null,
      requestId: copy.consentRequestId,
      ...(closedAt && { signedAt: closedAt }),
    }),
    manual: null,
  }
}

function manualEntry(timeZone: string, manual: ManualEntry): AccountingEntry {
  const { recipientName, recipientAddress, content, purpose, channel, basis, basisReference } = manual
  const signedAt = manual.consentRequest?.closedAt
  return {
    ...{ recipientName, recipientAddress, purpose },
    content: `${content} (${disclosureChannelLabels[channel].toLowerCase()})`,
    ...basisOf(timeZone, {
      ...{ basis, basisReference },
      ...(signedAt && manual.consentRequestId && { signedAt, requestId: manual.consentRequestId }),
    }),
    // A form is proof enough, but staff may have noted a number.
    basisReference,
    manual,
  }
}
