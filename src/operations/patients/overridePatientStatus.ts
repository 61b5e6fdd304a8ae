import { authorizationEnd } from '#domain/consent/authorization.ts'
import { conflict } from '#domain/errors.ts'
import { overridePatientStatusInput } from '#domain/patients/inputs.ts'
import { consentStatuses, type PatientStatus, statusLabel } from '#domain/patients/status.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { voidConsentRequests } from '../consent/voidConsentRequests.ts'
import { operation } from '../operation.ts'
import { endForwardings } from '../records/endForwardings.ts'
import { refuseStale, versioned, versionOf } from '../version.ts'
import { enterStatus } from './enterStatus.ts'
import { patientForUpdate } from './visiblePatient.ts'

/** Sets a patient to any status except dropped, with the effects that DECISIONS lists under "Consent". */
export const overridePatientStatus = operation(
  versioned(overridePatientStatusInput),
  async (ctx, { patientId, status, expectedVersion }) => {
    const patient = await patientForUpdate(ctx, patientId)
    authorize(ctx, 'patient.overrideStatus', patient, { resourceType: 'patient', resourceId: patientId })
    refuseStale(versionOf(patient), expectedVersion, 'patient')
    if (patient.status === status) {
      throw conflict('wrong_status', `This patient is already at ${statusLabel(status)}`)
    }
    if (voidsRequest(status)) await voidConsentRequests(ctx, patient, 'An administrator changed the status')
    if (endsConsent(status)) await endForwardings(ctx, { patientId }, 'overridden')
    if (consentStatuses.includes(status) && authorizationEnd(patient, ctx.now()))
      await ctx.db.$executeRaw`UPDATE patients SET "authorization" = NULL WHERE id = ${patientId}::uuid`
    const moved = await enterStatus(ctx, patient, status, {
      reason: 'Status override',
      ...manualConsent(patient, status, ctx.now()),
      ...(patient.status === 'dropped' && { dropReason: null, droppedById: null, droppedAt: null }),
    })
    await audit(ctx, {
      action: 'updated',
      resourceType: 'patient',
      resourceId: patientId,
      patientId,
      details: { fields: ['status'], from: patient.status, to: status },
    })
    return moved
  },
)

/** Returning to before the consent revokes the forwarding links that depended on it. */
const endsConsent = (status: PatientStatus) => status === 'pending_consent' || status === 'consent_sent'

const voidsRequest = (status: PatientStatus) =>
  status === 'pending_consent' || consentStatuses.includes(status)

/**
 * A consent based on an administrator's decision (DECISIONS, "Effects of an override"). A revoked or expired
 * consent is given again as of now, so its old times and form no longer count.
 */
const manualConsent = (patient: Patient, status: PatientStatus, now: Date) =>
  consentStatuses.includes(status)
    ? {
        consentIsManual: true,
        consentSignedAt: authorizationEnd(patient, now) ? now : (patient.consentSignedAt ?? now),
        consentRevokedAt: null,
        ...(authorizationEnd(patient, now) && { consentExpiresAt: null }),
      }
    : {}
