import { authorizedCoverage } from '#domain/consent/authorization.ts'
import { coveredInWords } from '#domain/consent/scope.ts'
import { Failure, type FailureSubject } from '#domain/errors.ts'
import { deadLinks, isForwardedStill } from '#domain/records/forwarding.ts'
import { forwardingLinkInput } from '#domain/records/forwardingInputs.ts'
import { servable } from '#domain/records/scan.ts'
import type { PatientRecord } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'
import { authorizationOf } from './recordAccess.ts'
import { recordDisclosures } from './recordDisclosures.ts'
import { forwardingFacts, type KnownForwarding, stateOf } from './visibleForwarding.ts'

/** What a link shows before it is opened. It contains no patient data. */
export type ForwardingInvitation = { clinicName: string; files: number; expiresAt: Date }

/** The content behind a link. */
export type OpenedForwarding = {
  clinicName: string
  patientName: string
  forwardedBy: string
  purpose: string
  note: string | null
  expiresAt: Date
  /** The authorization on which it is based, and what it covers; `null` for another legal basis. */
  consentSignedAt: Date | null
  authorizedScope: string | null
  records: PatientRecord[]
}

type Found = KnownForwarding & {
  forwardedBy: { firstName: string; lastName: string }
  files: { record: PatientRecord }[]
}

/**
 * Returns the forwarding of a link's secret if the link works now, with the files that it still shows; throws `not_found`
 * with the reason otherwise. Refuses a signed-in user who is not the recipient, because an opening counts as the
 * recipient's.
 */
export async function findActiveForwarding(ctx: RequestContext, secret: string): Promise<Found> {
  const found = await ctx.db.forwarding.findUnique({
    where: { linkHash: ctx.hashLink(secret) },
    include: {
      patient: true,
      recipient: true,
      forwardedBy: { select: { firstName: true, lastName: true } },
      files: {
        include: { record: true },
        orderBy: { recordId: 'asc' },
        where: { record: { deletedAt: null, ...servable } },
      },
    },
  })
  const subject = { resourceType: 'forwarding', resourceId: found?.id }
  refuseColleagues(ctx, subject)
  if (!found || (ctx.actor && ctx.actor.id !== found.recipientId))
    throw new Failure('not_found', deadLinks.unknown, { subject })
  const state = stateOf(ctx, found)
  if (state !== 'open') throw new Failure('not_found', deadLinks[state], { subject })
  const facts = forwardingFacts(found)
  // A record of another patient that was filed in this chart, and forwarded from it, is not shown once it is in the right one.
  const isInChart = (record: PatientRecord) => record.patientId === found.patientId
  const files = found.files.filter(({ record }) => isInChart(record) && isForwardedStill(facts, record))
  return { ...found, files }
}

/** Refuses users of the clinic, because an opening is recorded as the recipient's. */
function refuseColleagues({ actor }: RequestContext, subject: FailureSubject): void {
  if (!actor || (actor.role === 'attorney' && !actor.mustChangePassword)) return
  const message = 'You are signed in. Only the attorney who received the records can open this link.'
  throw new Failure('forbidden', message, { subject })
}

/** The same with row locks until the transaction ends, so that an opening is either before or after a revocation. */
export async function forwardingForUpdate(ctx: RequestContext, secret: string): Promise<Found> {
  const { patientId } = await findActiveForwarding(ctx, secret)
  await lockPatientRow(ctx, patientId)
  return findActiveForwarding(ctx, secret)
}

/** What the authorization covers on which a forwarding is based, in words; `null` for another legal basis. */
export function scopeOfForwarding({ basis, patient }: KnownForwarding): string | null {
  const authorization = authorizationOf(patient)
  if (basis !== 'authorization' || !authorization) return null
  return coveredInWords(authorization.scope, authorizedCoverage(authorization).categories)
}

/** The patient, recipient and purpose for the accounting. */
export const accountOf = ({ id, patientId, recipientId, purpose }: Found) => ({
  forwardingId: id,
  patientId,
  recipientId,
  purpose,
})

/** Whether a link works. Shows, changes and records nothing, because mail scanners follow links too. */
export const readForwardingInvitation = unwrapped(
  forwardingLinkInput,
  async (ctx: RequestContext, { secret }): Promise<ForwardingInvitation> => {
    const { files, expiresAt } = await findActiveForwarding(ctx, secret)
    return { clinicName: ctx.name, files: files.length, expiresAt }
  },
)

/** Shows the records behind a link. Each opening adds an audit row and an entry in the accounting. */
export const openForwarding = unwrapped(
  forwardingLinkInput,
  (ctx: RequestContext, { secret }): Promise<OpenedForwarding> =>
    inTransaction(ctx, async (inside) => {
      const found = await forwardingForUpdate(inside, secret)
      const { id, patient, forwardedBy, purpose, note, expiresAt, files } = found
      if (!found.openedAt)
        await inside.db.forwarding.update({
          where: { id },
          data: { openedAt: inside.now() },
          select: { id: true },
        })
      await recordDisclosures(inside, accountOf(found), [{ kind: 'opened' }], found)
      await audit(inside, {
        action: 'viewed',
        resourceType: 'forwarding',
        resourceId: id,
        patientId: patient.id,
        details: { byLink: true },
      })
      return {
        clinicName: inside.name,
        patientName: `${patient.firstName} ${patient.lastName}`,
        forwardedBy: `${forwardedBy.firstName} ${forwardedBy.lastName}`,
        purpose,
        note,
        expiresAt,
        consentSignedAt: found.consentSignedAt,
        authorizedScope: scopeOfForwarding(found),
        records: files.map(({ record }) => record),
      }
    }),
)
