import { v7 as newKey } from 'uuid'
import type { ImportChoices } from '#domain/imports/inputs.ts'
import { placeholderAddress } from '#domain/patients/noEmail.ts'
import { patientFieldNames, patientFields } from '#domain/patients/patientFields.ts'
import { consentStatuses } from '#domain/patients/status.ts'
import { auditAll } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { formatPhone } from '../patients/phoneNumber.ts'
import type { Examined } from './examineRows.ts'

type New = Extract<Examined, { outcome: 'created' }>

/**
 * Creates patients as Add Patient does, in the name of the requesting user. Returns each patient's key by
 * line. Uses SQL with one parameter for all rows, because Prisma caches a query plan for every number of rows.
 */
export async function createPatients(
  ctx: RequestContext,
  people: readonly New[],
  { status, assignedAttorney = null }: ImportChoices,
  createdById: string,
): Promise<Map<number, string>> {
  if (people.length === 0) return new Map()
  const now = ctx.now()
  const isManual = consentStatuses.includes(status)
  const keys = people.map(() => newKey())
  const columns = patientFieldNames.map((name) => patientFields[name].column).join(', ')
  const rows = people.map(({ person }, at) => ({
    id: keys[at],
    ...Object.fromEntries(patientFieldNames.map((name) => [patientFields[name].column, person[name]])),
    // A number that cannot be read is kept as it is written: losing the patient would be worse.
    phone: person.phone && (formatPhone(person.phone) ?? person.phone),
    // A row that does not name a language has no default of the column.
    preferred_language: person.preferredLanguage ?? 'en',
    email: person.email ?? placeholderAddress(crypto.randomUUID()),
  }))
  await ctx.db.$executeRawUnsafe(
    `INSERT INTO patients (id, ${columns}, status, status_since, consent_is_manual, consent_signed_at,
        assigned_attorney, created_by, created_at, updated_at)
     SELECT id, ${columns}, $2::patient_status, $3, $4, $5::timestamptz, $6::uuid, $7::uuid, $3, $3
       FROM json_populate_recordset(NULL::patients, $1::json)`,
    ...[JSON.stringify(rows), status, now, isManual, isManual ? now : null, assignedAttorney, createdById],
  )
  await ctx.db.$executeRaw`
    INSERT INTO patient_status_changes (id, patient_id, "to", changed_by, changed_at)
    SELECT id, patient_id, ${status}::patient_status, ${createdById}::uuid, ${now}
      FROM unnest(${keys.map(() => newKey())}::uuid[], ${keys}::uuid[]) AS change (id, patient_id)`
  const identified = people.flatMap(({ person: { identifier } }, at) =>
    identifier ? [{ ...identifier, id: newKey(), patient_id: keys[at] }] : [],
  )
  if (identified.length > 0)
    await ctx.db.$executeRawUnsafe(
      `INSERT INTO identifiers (id, kind, patient_id, system, value, created_at)
       SELECT id, 'patient', patient_id, system, value, $2 FROM json_populate_recordset(NULL::identifiers, $1::json)`,
      ...[JSON.stringify(identified), now],
    )
  await auditAll(
    ctx,
    keys.map((id) => ({
      action: 'created',
      resourceType: 'patient',
      resourceId: id,
      patientId: id,
      userId: createdById,
    })),
  )
  return new Map(people.map(({ line }, at) => [line, keys[at] ?? '']))
}
