import { formRows, patientFields } from '#domain/patients/patientFields.ts'
import { type PatientReportInput, patientReportInput } from '#domain/reports/inputs.ts'
import type { OperationContext } from '../context.ts'
import { parse } from '../operation.ts'
import { newestFirst, type PageQuery } from '../paging.ts'
import { matchingPatients } from '../patients/patientFilters.ts'
import { exportPart, type PartArgs, type ReportPart } from './part.ts'
import { emailCell, instantCell, nameCell, within } from './span.ts'

const from = `patients row ON row.id = wanted.id LEFT JOIN users attorney ON attorney.id = row.assigned_attorney`

/** The personal fields in the order of the form. Long texts are left out. */
const personCells = formRows.flat().flatMap((name): [string, string][] => {
  const { kind, column } = patientFields[name]
  if (kind === 'long_text') return []
  return [[name, kind === 'email' ? emailCell(`row.${column}`) : `row.${column}`]]
})

const columns = {
  ...Object.fromEntries(personCells),
  status: 'row.status',
  statusSince: instantCell('row.status_since'),
  assignedAttorney: nameCell('attorney'),
  consentSignedAt: instantCell('row.consent_signed_at'),
  consultationDate: 'row.consultation_date',
  consultationTime: 'row.consultation_time',
  consultationLocation: 'row.consultation_location',
  createdAt: instantCell('row.created_at'),
  id: 'row.id',
}

/** The table of patients, without the choice of its rows. */
export const patientTable = {
  resourceType: 'patient' as const,
  order: newestFirst,
  columns,
  from,
  patientOf: ({ id }: { id: string }) => id,
}

/** A part of the export of patients visible to the actor, newest first. The export is recorded. */
export function exportPatients(
  ctx: OperationContext,
  raw: PatientReportInput,
  part: PartArgs = {},
): Promise<ReportPart> {
  const input = parse(patientReportInput, raw)
  const find = (inside: OperationContext, { where, ...query }: PageQuery) => {
    const requested = {
      AND: [matchingPatients(inside, input), { createdAt: within(input, inside.timeZone) }],
    }
    return inside.db.patient.findMany({
      ...query,
      where: { AND: [requested, where] },
      select: { id: true, createdAt: true },
    })
  }
  return exportPart(ctx, input, { ...patientTable, find, whole: 'all_but_dropped' }, part)
}
