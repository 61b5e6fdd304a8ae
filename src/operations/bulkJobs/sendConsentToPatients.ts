import { sendConsentToPatientsInput } from '#domain/bulkJobs/inputs.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { createBulkJob, selectedPatients } from './createBulkJob.ts'

/** Starts to send the consent form to several patients, as `sendConsent` does for one. */
export const sendConsentToPatients = operation(
  sendConsentToPatientsInput,
  async (ctx, { selection, templateId = null, identityCheck = null }) => {
    authorize(ctx, 'consent.send')
    const rows = await selectedPatients(ctx, selection)
    return createBulkJob(ctx, { kind: 'send_consent', rows, choices: { templateId, identityCheck } })
  },
)
