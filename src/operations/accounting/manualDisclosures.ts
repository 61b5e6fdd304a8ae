import type * as z from 'zod/mini'
import { firstAccountingDay } from '#domain/accounting/accounting.ts'
import {
  addManualDisclosureInput,
  manualBasisProblems,
  strikeManualDisclosureInput,
  suspendManualDisclosureInput,
} from '#domain/accounting/inputs.ts'
import { suspensionProblems, suspensionRefusal } from '#domain/accounting/suspension.ts'
import { countedReview } from '#domain/consent/review.ts'
import { clinicDay, dateOf } from '#domain/dates.ts'
import { Failure, notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { ManualDisclosure } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { invalid, operation } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { saveUpload } from '../records/saveUpload.ts'

/**
 * Adds a disclosure that was made outside of Caseload, such as a fax. Its document is examined and encrypted like a
 * record, but it is not a record of the chart, so attorneys never see it. Throws `invalid` for a day in the future or more
 * than six years ago, and for a basis without its proof.
 */
export const addManualDisclosure = operation(addManualDisclosureInput, recordDisclosure)

/** The same inside a transaction of the caller. */
export async function recordDisclosure(
  ctx: OperationContext,
  { patientId, file, disclosedOn, ...stated }: z.output<typeof addManualDisclosureInput>,
): Promise<ManualDisclosure> {
  const patient = await patientForUpdate(ctx, patientId)
  authorize(ctx, 'disclosure.record', patient, { resourceType: 'patient', resourceId: patientId })
  const problems = manualBasisProblems(stated)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  refuseDay(ctx, disclosedOn)
  if (stated.consentRequestId) await requireForm(ctx, patientId, stated.consentRequestId)
  const about = { patientId, uploadedById: ctx.actor.id, isPaperConsent: true }
  const record = file ? await saveUpload(ctx, file, about) : null
  const entry = await ctx.db.manualDisclosure.create({
    data: {
      ...stated,
      patientId,
      recipientAddress: stated.recipientAddress ?? null,
      basisReference: stated.basisReference ?? null,
      consentRequestId: stated.consentRequestId ?? null,
      disclosedOn: dateOf(disclosedOn),
      recordId: record?.id ?? null,
      enteredById: ctx.actor.id,
      enteredAt: ctx.now(),
    },
  })
  await audit(ctx, { action: 'created', ...aboutEntry(entry) })
  return entry
}

function refuseDay(ctx: OperationContext, disclosedOn: string): void {
  const today = clinicDay(ctx.now(), ctx.timeZone)
  if (disclosedOn > today) throw invalid({ disclosedOn: 'The date must not be in the future' })
  if (disclosedOn < firstAccountingDay(today))
    throw invalid({ disclosedOn: 'An accounting covers only the last 6 years' })
}

/** A form with a signature that counts. It may have ended since. */
async function requireForm({ db }: OperationContext, patientId: string, id: string): Promise<void> {
  const found = isUuid(id)
    ? await db.consentRequest.findFirst({
        where: { id, patientId, state: 'signed', signed: { isNot: null }, ...countedReview },
        select: { id: true },
      })
    : null
  if (!found) throw invalid({ consentRequestId: 'Choose a form that this patient signed' })
}

/** Strikes an entry that was made by mistake. It stays visible with the reason. Throws `conflict` if it is struck already. */
export const strikeManualDisclosure = operation(
  strikeManualDisclosureInput,
  async (ctx, { reason, ...which }): Promise<ManualDisclosure> => {
    const found = await entryForUpdate(ctx, which)
    if (found.struckAt) throw new Failure('conflict', 'This entry was already struck')
    const entry = await ctx.db.manualDisclosure.update({
      where: { id: found.id },
      data: { strikeReason: reason, struckById: ctx.actor.id, struckAt: ctx.now() },
    })
    await audit(ctx, { action: 'updated', ...aboutEntry(entry), details: { fields: ['struckAt'] } })
    return entry
  },
)

/**
 * Records that a law enforcement or health oversight agency asks not to tell the patient about an entry until a day (45 CFR
 * 164.528(a)(2)). Until then it is not in the statement. The latest record of an entry counts, so that one with an earlier
 * day ends it. Throws `conflict` for a struck entry and for one with another basis.
 */
export const suspendManualDisclosure = operation(
  suspendManualDisclosureInput,
  async (ctx, { agency, isOral, statedOn, endsOn, ...which }): Promise<ManualDisclosure> => {
    const entry = await entryForUpdate(ctx, which)
    const refusal = suspensionRefusal(entry)
    if (refusal) throw new Failure('conflict', refusal)
    const today = clinicDay(ctx.now(), ctx.timeZone)
    const problems = suspensionProblems({ statedOn, endsOn, isOral }, today)
    if (Object.keys(problems).length > 0) throw invalid(problems)
    await ctx.db.accountingSuspension.create({
      data: {
        ...{ manualDisclosureId: entry.id, agency, isOral },
        ...{ statedOn: dateOf(statedOn), endsOn: dateOf(endsOn) },
        ...{ recordedById: ctx.actor.id, recordedAt: ctx.now() },
      },
    })
    await audit(ctx, { action: 'updated', ...aboutEntry(entry), details: { fields: ['suspension'], endsOn } })
    return entry
  },
)

async function entryForUpdate(
  ctx: OperationContext,
  { patientId, manualDisclosureId }: { patientId: string; manualDisclosureId: string },
): Promise<ManualDisclosure> {
  const patient = await patientForUpdate(ctx, patientId)
  const what = { resourceType: 'disclosure' as const, resourceId: manualDisclosureId }
  authorize(ctx, 'disclosure.record', patient, what)
  const found = isUuid(manualDisclosureId)
    ? await ctx.db.manualDisclosure.findFirst({ where: { id: manualDisclosureId, patientId } })
    : null
  if (!found) throw notFound('Disclosure', manualDisclosureId)
  return found
}

const aboutEntry = ({ id, patientId }: Pick<ManualDisclosure, 'id' | 'patientId'>) => ({
  resourceType: 'disclosure' as const,
  resourceId: id,
  patientId,
})
