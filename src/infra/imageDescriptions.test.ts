import { expect, test } from 'vitest'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'

const [SAM, MAREN] = [1, 2].map((n) => `01a20516-c696-75b8-8da6-00000000000${n}`)

/** A clinic of the previous release with an image, a PDF, and a purged record. */
const before = `
  INSERT INTO users (id, email, password_hash, first_name, last_name, role)
    VALUES ('${SAM}', 'sam@clinic.test', 'hash', 'Sam', 'Okoye', 'staff');
  INSERT INTO patients (id, first_name, last_name, email, created_by, updated_at)
    VALUES ('${MAREN}', 'Maren', 'Lindqvist', 'maren@example.test', '${SAM}', now());
  INSERT INTO patient_records (id, patient_id, file_name, file_path, file_size, mime_type, description, uploaded_by)
    VALUES (gen_random_uuid(), '${MAREN}', 'knee.jpg', 'a', 1, 'image/jpeg', 'The knee', '${SAM}'),
      (gen_random_uuid(), '${MAREN}', 'report.pdf', 'b', 1, 'application/pdf', NULL, '${SAM}');
  INSERT INTO patient_records
      (id, patient_id, file_name, file_path, file_size, mime_type, uploaded_by, deleted_at, deleted_by, purged_at)
    VALUES (gen_random_uuid(), '${MAREN}', 'old.jpg', '', 1, 'image/jpeg', '${SAM}', now(), '${SAM}', now())`

test('an upgrade keeps records without an image description, and only an image that is not purged can get one', async () => {
  await withDatabaseBefore('20261124061000_image_descriptions', async ({ ask, upgrade }) => {
    await ask(before)
    await upgrade()
    expect(
      await ask('SELECT file_name, description, image_description FROM patient_records ORDER BY file_name'),
    ).toEqual([
      { file_name: 'knee.jpg', description: 'The knee', image_description: null },
      { file_name: 'old.jpg', description: null, image_description: null },
      { file_name: 'report.pdf', description: null, image_description: null },
    ])
    const setText = (name: string) =>
      ask(
        `UPDATE patient_records SET image_description = 'A knee' WHERE file_name = '${name}' RETURNING file_name`,
      )
    expect(await setText('knee.jpg')).toHaveLength(1)
    await expect(setText('report.pdf')).rejects.toThrow('patient_records_image_described')
    await expect(setText('old.jpg')).rejects.toThrow('patient_records_purged_for_good')
  })
})
