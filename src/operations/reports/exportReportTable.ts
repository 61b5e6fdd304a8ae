import { wallClock } from '#domain/dates.ts'
import {
  type ClinicReport,
  type ReportCell,
  type ReportTable,
  reportDefinitions,
} from '#domain/reports/clinicReport.ts'
import { reportTableInput } from '#domain/reports/inputs.ts'
import { filterNames } from '../audit/auditFilters.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { onReplica } from './onReplica.ts'
import type { ReportPart } from './part.ts'
import { type ReportScope, reportScope } from './reportScope.ts'
import { readForwarded, readFunnel, readOldestWaiting, readSigned, readVisits } from './reportSections.ts'

type Read = (
  ctx: OperationContext,
  scope: ReportScope,
) => Promise<Partial<ClinicReport> & { patientIds: string[] }>

const readers: Record<ReportTable, Read> = {
  signed_by_week: readSigned,
  signed_by_attorney: readSigned,
  signed_by_template: readSigned,
  funnel: readFunnel,
  oldest_waiting: readOldestWaiting,
  visits_by_week: readVisits,
  forwarded_by_week: readForwarded,
}

/** One table of the Reports screen for export, with headings for people and in the clinic's time zone. Recorded. */
export const exportReportTable = operation(
  reportTableInput,
  async (ctx, { table, ...filters }): Promise<ReportPart> => {
    authorize(ctx, 'report.export')
    const { patientIds, ...report } = await onReplica(ctx, (reading) =>
      readers[table](reading, reportScope(ctx, filters)),
    )
    await audit(ctx, {
      action: 'exported',
      resourceType: 'clinic_report',
      details: { table, filters: filterNames(filters) },
      patientIds,
    })
    const { headings, rows } = reportDefinitions[table]
    const cell = (value: ReportCell) =>
      typeof value === 'object' && value !== null ? clockOf(value.at, ctx.timeZone) : value
    return {
      columns: [...headings],
      rows: rows(report as ClinicReport, { now: ctx.now(), timeZone: ctx.timeZone }).map((row) =>
        row.map(cell),
      ),
      endCursor: null,
      hasNextPage: false,
    }
  },
)

/** '2026-01-05 15:04', which every spreadsheet reads as a date and time. */
function clockOf(at: Date | string, timeZone: string): string {
  const { day, time } = wallClock(at, timeZone)
  return `${day} ${time}`
}
