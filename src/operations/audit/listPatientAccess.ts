import { describeAccess } from '#domain/audit/access.ts'
import { auditListInput } from '#domain/audit/inputs.ts'
import { notFound } from '#domain/errors.ts'
import { patientIdInput } from '#domain/patients/inputs.ts'
import { isUuid } from '#domain/text.ts'
import type { AuditLog } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { newestFirst, type Page, type PageArgs, readPage } from '../paging.ts'
import { readAuditRows } from './readAuditRows.ts'

/**
 * One action that read or changed patient data, and its user. Name and role are from that time, or the current ones in rows
 * from before they were kept.
 */
export type PatientAccess = AuditLog & {
  description: string
  /** The name of the API key; `null` for a person. */
  apiKeyName: string | null
}

/**
 * Lists who has seen or changed data of a patient, newest first: views, downloads, changes and denials, and the lists,
 * searches, reports and exports that returned the patient. Reading it is recorded. Throws `not_found`.
 */
export function listPatientAccess(
  ctx: OperationContext,
  wanted: string,
  page: PageArgs,
): Promise<Page<PatientAccess>> {
  const { patientId } = parse(patientIdInput, { patientId: wanted })
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'audit.read')
    const patients = isUuid(patientId) ? await inside.db.patient.count({ where: { id: patientId } }) : 0
    if (patients === 0) throw notFound('Patient', patientId)
    const filters = parse(auditListInput, { patientId })
    const found = await readPage(page, newestFirst, async (query, bounds) =>
      described(inside, patientId, await readAuditRows(inside, filters, query, bounds)),
    )
    await auditListed(inside, 'patient_access', {
      filters: [],
      count: found.rows.length,
      patientId,
      page: { args: page, found },
    })
    return found
  })
}

async function described(
  { db }: OperationContext,
  patientId: string,
  rows: AuditLog[],
): Promise<PatientAccess[]> {
  const users = await db.user.findMany({
    where: {
      id: { in: rows.flatMap(({ userId, userName }) => (userId && userName === null ? [userId] : [])) },
    },
    select: { id: true, firstName: true, lastName: true, role: true },
  })
  const keys = await db.apiKey.findMany({
    where: { id: { in: rows.flatMap(({ details }) => keyIn(details) ?? []) } },
    select: { id: true, name: true },
  })
  return rows.map((row) => {
    const user = users.find(({ id }) => id === row.userId)
    const key = keyIn(row.details)
    return {
      ...row,
      description: describeAccess({
        ...row,
        filters: filtersIn(row.details),
        isOnPatient: row.patientId === patientId,
      }),
      userName: row.userName ?? (user ? `${user.firstName} ${user.lastName}` : null),
      userRole: row.userRole ?? user?.role ?? null,
      apiKeyName: keys.find(({ id }) => id === key)?.name ?? null,
    }
  })
}

type Details = AuditLog['details']

function keyIn(details: Details): string | null {
  const { apiKey } = Object(details) as { apiKey?: unknown }
  return typeof apiKey === 'string' && isUuid(apiKey) ? apiKey : null
}

function filtersIn(details: Details): string[] {
  const { filters } = Object(details) as { filters?: unknown }
  return Array.isArray(filters) ? filters.map(String) : []
}
