import type { ClinicReport } from '#domain/reports/clinicReport.ts'
import { clinicReportInput } from '#domain/reports/inputs.ts'
import type { Period } from '#domain/reports/period.ts'
import { filterNames } from '../audit/auditFilters.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { onReplica } from './onReplica.ts'
import { reportScope } from './reportScope.ts'
import { readForwarded, readFunnel, readOldestWaiting, readSigned, readVisits } from './reportSections.ts'

/**
 * The figures of the Reports screen for the patients visible to the actor, with one statement per section however long
 * the period. The audit row names the waiting patients, and those of a section that covers only a few.
 */
export const readClinicReport = operation(
  clinicReportInput,
  async (ctx, input): Promise<ClinicReport & Period> => {
    authorize(ctx, 'report.export')
    const scope = reportScope(ctx, input)
    const { signed, funnel, waiting, visits, forwarded } = await onReplica(ctx, async (reading) => ({
      signed: await readSigned(reading, scope),
      funnel: await readFunnel(reading, scope),
      waiting: await readOldestWaiting(reading, scope),
      visits: await readVisits(reading, scope),
      forwarded: await readForwarded(reading, scope),
    }))
    const sections = [signed, funnel, waiting, visits, forwarded]
    await audit(ctx, {
      action: 'viewed',
      resourceType: 'clinic_report',
      details: { filters: filterNames(input) },
      patientIds: sections.flatMap(({ patientIds }) => patientIds),
    })
    return { ...scope.period, ...signed, ...funnel, ...waiting, ...visits, ...forwarded }
  },
)
