import { expect, test } from 'vitest'
import { openTestClinic } from '#tests/support/clinic.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import { readAccounting } from './readAccounting.ts'

const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const [admin, attorney, former, patient] = [id(1), id(2), id(3), id(4)]

test('looks of the previous release are in the accounting, by the role of the time', async () => {
  await withDatabaseBefore('20261125060000_accounting_of_disclosures', async ({ ask, ownerUrl, upgrade }) => {
    await ask(`INSERT INTO users (id, email, first_name, last_name, password_hash, role, created_at) VALUES
      ('${admin}', 'a@clinic.test', 'Ada', 'Marsh', 'x', 'admin', '2025-01-01'),
      ('${attorney}', 'r@clinic.test', 'Rae', 'Okafor', 'x', 'attorney', '2025-01-01'),
      ('${former}', 'f@clinic.test', 'Fay', 'Former', 'x', 'staff', '2025-01-01')`)
    await ask(`INSERT INTO patients (id, first_name, last_name, email, created_by, created_at)
      VALUES ('${patient}', 'Maren', 'Lindqvist', 'm@clinic.test', '${admin}', '2025-01-02')`)
    // Fay was an attorney from February to June.
    await ask(`INSERT INTO audit_logs (id, action, resource_type, resource_id, patient_id, user_id, details, created_at) VALUES
      (gen_random_uuid(), 'updated', 'user', '${former}', NULL, '${admin}', '{"fields": ["role"], "role": "attorney"}', '2025-02-01'),
      (gen_random_uuid(), 'viewed', 'patient', '${patient}', '${patient}', '${former}', NULL, '2025-03-01'),
      (gen_random_uuid(), 'updated', 'user', '${former}', NULL, '${admin}', '{"fields": ["role"], "role": "staff"}', '2025-06-01'),
      (gen_random_uuid(), 'viewed', 'patient', '${patient}', '${patient}', '${former}', NULL, '2025-07-01'),
      (gen_random_uuid(), 'viewed', 'patient', '${patient}', '${patient}', '${attorney}', NULL, '2025-07-02'),
      ('${id(5)}', 'listed', 'patient', NULL, NULL, '${attorney}', '{"filters": []}', '2025-07-03')`)
    await ask(`INSERT INTO audit_log_patients (audit_log_id, created_at, patient_ids)
      VALUES ('${id(5)}', '2025-07-03', ARRAY['${patient}']::uuid[])`)
    await upgrade()
    const clinic = await openTestClinic(ownerUrl)
    try {
      const actor = { id: admin, role: 'admin' as const, mustChangePassword: false }
      const { required } = await readAccounting(clinic.as(actor), { patientId: patient })
      expect(required.map(({ recipientName, content }) => [recipientName, content.split(':')[0]])).toEqual([
        ['Fay Former', 'Chart'],
        ['Rae Okafor', 'Chart'],
        ['Rae Okafor', 'Patient list'],
      ])
    } finally {
      await clinic.close()
    }
  })
})
