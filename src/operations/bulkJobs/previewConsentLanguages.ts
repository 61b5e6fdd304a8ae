import { sendConsentToPatientsInput } from '#domain/bulkJobs/inputs.ts'
import { NAMED_MAX } from '#domain/patients/inputs.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { findVersionToSend } from '../consentTemplates/findTemplate.ts'
import { operation } from '../operation.ts'
import { patientsVisibleTo } from '../patients/visiblePatient.ts'
import { selectedPatients } from './createBulkJob.ts'

/** The patients who prefer a language that the template does not have: their number, and the first of them. */
export type ConsentLanguagePreview = { englishCount: number; englishPatients: Patient[] }

/**
 * Tells, before `sendConsentToPatients` starts, which of the selected patients would get the form in English although they
 * prefer another language.
 */
export const previewConsentLanguages = operation(
  sendConsentToPatientsInput,
  async (ctx, { selection, templateId = null }): Promise<ConsentLanguagePreview> => {
    authorize(ctx, 'consent.send')
    const rows = await selectedPatients(ctx, selection)
    const version = await findVersionToSend(ctx, templateId)
    if (!version || version.bodyEs !== null) return { englishCount: 0, englishPatients: [] }
    const patients = await ctx.db.patient.findMany({
      where: {
        AND: [
          { id: { in: rows.map(({ patientId }) => patientId) } },
          { preferredLanguage: { not: 'en' } },
          patientsVisibleTo(ctx),
        ],
      },
      orderBy: [{ lastName: 'asc' }, { firstName: 'asc' }, { id: 'asc' }],
    })
    await auditListed(ctx, 'patient', {
      filters: ['selection', 'preferredLanguage'],
      count: patients.length,
      patientIds: patients.map(({ id }) => id),
    })
    return { englishCount: patients.length, englishPatients: patients.slice(0, NAMED_MAX) }
  },
)
