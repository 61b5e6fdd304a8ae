import { v7 as newKey } from 'uuid'
import type { ImportedPerson } from '#domain/imports/importedRow.ts'
import type { ImportChoices } from '#domain/imports/inputs.ts'
import { placeholderAddress } from '#domain/patients/noEmail.ts'
import { consentStatuses } from '#domain/patients/status.ts'
import { auditAll } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import type { Examined } from './examineRows.ts'

type New = Extract<Examined, { outcome: 'created' }>

/**
 * Creates patients as Add Patient does, in the name of the requesting user. Returns each patient's key by
 * line. Uses raw SQL with array parameters, because Prisma caches a query plan for every number of rows.
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
  const column = (name: keyof ImportedPerson) => people.map(({ person }) => person[name] ?? null)
  const emails = people.map(({ person }) => person.email ?? placeholderAddress(crypto.randomUUID()))
  await ctx.db.$executeRaw`
    INSERT INTO patients (id, first_name, last_name, email, phone, address, date_of_birth, date_of_injury,
        injury_description, notes, status, status_since, consent_is_manual, consent_signed_at, assigned_attorney,
        created_by, created_at, updated_at)
    SELECT id, first_name, last_name, email, phone, address, born::date, injured::date, injury, notes,
        ${status}::patient_status, ${now}, ${isManual}, ${isManual ? now : null}::timestamptz,
        ${assignedAttorney}::uuid, ${createdById}::uuid, ${now}, ${now}
      FROM unnest(${keys}::uuid[], ${column('firstName')}::text[], ${column('lastName')}::text[], ${emails}::text[],
        ${column('phone')}::text[], ${column('address')}::text[], ${column('dateOfBirth')}::text[],
        ${column('dateOfInjury')}::text[], ${column('injuryDescription')}::text[], ${column('notes')}::text[])
        AS person (id, first_name, last_name, email, phone, address, born, injured, injury, notes)`
  await ctx.db.$executeRaw`
    INSERT INTO patient_status_changes (id, patient_id, "to", changed_by, changed_at)
    SELECT id, patient_id, ${status}::patient_status, ${createdById}::uuid, ${now}
      FROM unnest(${keys.map(() => newKey())}::uuid[], ${keys}::uuid[]) AS change (id, patient_id)`
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
