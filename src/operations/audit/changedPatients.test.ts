import { describe, expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { asOwner } from '#tests/support/rights.ts'
import { tamper } from '#tests/support/tamper.ts'
import { test } from '#tests/support/test.ts'
import { audit } from '../audit.ts'
import { listPatients } from '../patients/listPatients.ts'
import { checkAuditTrail } from './checkAuditTrail.ts'

/** A sign-in and two lists of three patients. */
async function listed(clinic: TestClinic): Promise<void> {
  const user = await clinic.user({ role: 'admin' })
  for (let n = 0; n < 3; n += 1) await clinic.patient({ createdById: user.id })
  await audit(clinic.as(user), { action: 'login', resourceType: 'user', resourceId: user.id })
  await listPatients(clinic.as(user), {}, { first: 2 })
  await listPatients(clinic.as(user), {}, { first: 1 })
}

describe('the patients of a row cannot be changed', () => {
  test.for([
    'UPDATE audit_log_patients SET patient_ids = ARRAY[]::uuid[]',
    'DELETE FROM audit_log_patients',
    'TRUNCATE audit_log_patients',
  ])('by %s', async (sql, { clinic, database }) => {
    await listed(clinic)
    await expect(clinic.db.$executeRawUnsafe(sql)).rejects.toThrow('permission denied')
    await expect(asOwner(database, (owner) => owner.query(sql))).rejects.toThrow(
      'audit_log_patients is append-only',
    )
  })

  const one = '(SELECT audit_log_id FROM audit_log_patients ORDER BY audit_log_id LIMIT 1)'
  const moved =
    "UPDATE audit_log_patients SET audit_log_id = (SELECT id FROM audit_logs WHERE action = 'login' LIMIT 1)"
  test.for([
    ['removes the ids of one row', `DELETE FROM audit_log_patients WHERE audit_log_id = ${one}`, 'patients'],
    ['removes all ids', 'TRUNCATE audit_log_patients', 'patients'],
    [
      'changes one id',
      `UPDATE audit_log_patients SET patient_ids[1] = gen_random_uuid() WHERE audit_log_id = ${one}`,
      'patients',
    ],
    [
      'removes one id',
      `UPDATE audit_log_patients SET patient_ids = patient_ids[2:] WHERE audit_log_id = ${one}`,
      'patients',
    ],
    ['changes when', "UPDATE audit_log_patients SET created_at = created_at - interval '1 day'", 'patients'],
    ['moves ids to another row', `${moved} WHERE audit_log_id = ${one}`, 'patients'],
    [
      'adds IDs to a row without patients',
      `INSERT INTO audit_log_patients SELECT id, created_at, ARRAY[gen_random_uuid()] FROM audit_logs
        WHERE action = 'login'`,
      'patients',
    ],
    [
      'adds IDs for a row that does not exist',
      'INSERT INTO audit_log_patients VALUES (gen_random_uuid(), now(), ARRAY[gen_random_uuid()])',
      'surplus_patients',
    ],
    [
      'removes the IDs and marks the row as having no patients',
      `UPDATE audit_logs SET patient_scope = NULL, patient_count = NULL, patients_sha256 = NULL WHERE id = ${one};
       DELETE FROM audit_log_patients WHERE audit_log_id = ${one}`,
      'changed',
    ],
    [
      'makes the row cover all patients',
      `UPDATE audit_logs SET patient_scope = 'all' WHERE id = ${one}`,
      'changed',
    ],
    ['makes a row continue another one', `UPDATE audit_logs SET continues = id WHERE id = ${one}`, 'changed'],
  ] as const)('a superuser who %s is detected by the check', async ([, sql, kind], { clinic, database }) => {
    await listed(clinic)
    expect(await checkAuditTrail(clinic.anonymous())).toMatchObject({ brokenLink: null })
    await tamper(database, sql)
    expect(await checkAuditTrail(clinic.anonymous())).toMatchObject({ brokenLink: { kind } })
  })
})

test('a row that names no patients and no user has the same hash as before rows could', async ({
  clinic,
}) => {
  await audit(clinic.anonymous(), {
    action: 'viewed',
    resourceType: 'patient',
    details: { fields: ['email'] },
  })
  const [row] = await clinic.db.$queryRaw<{ same: boolean }[]>`
    SELECT bool_and(audit_text(a) = convert_to(jsonb_build_array(a.id, a.user_id, a.patient_id, a.action,
      a.resource_type, a.resource_id, a.details, a.ip_address, a.user_agent, a.request_id,
      extract(epoch FROM a.created_at))::text, 'UTF8')) AS same FROM audit_logs a`
  expect(row).toEqual({ same: true })
})
