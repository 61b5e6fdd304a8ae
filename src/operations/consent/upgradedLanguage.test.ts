import { expect, test } from 'vitest'
import { standardTemplate } from '#domain/consent/standardTemplate.ts'
import { openTestClinic } from '#tests/support/clinic.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import {
  keepStandardTemplate,
  STANDARD_TEMPLATE_ID,
  STANDARD_VERSION_ID,
} from '../consentTemplates/standard.ts'
import { bodyHash, matchesHash } from '../consentTemplates/versionHash.ts'

test('after the upgrade patients and requests are English, and the unchanged built-in template gets its Spanish text once', async () => {
  await withDatabaseBefore('20261125061000_patients_language', async ({ ask, ownerUrl, upgrade }) => {
    await ask(`INSERT INTO users (id, email, first_name, last_name, role, updated_at)
       VALUES ('01a1f3a0-0000-7000-8000-00000000000a', 'rae@example.test', 'Rae', 'Okafor', 'admin', now())`)
    await ask(`INSERT INTO patients (first_name, last_name, email, created_by, id, updated_at)
       VALUES ('Maren', 'Lindqvist', 'maren@example.test', '01a1f3a0-0000-7000-8000-00000000000a', gen_random_uuid(), now())`)
    await ask(`INSERT INTO consent_templates (id, name, is_default)
       VALUES ('${STANDARD_TEMPLATE_ID}', 'Release of Records', true)`)
    await ask(`INSERT INTO consent_template_versions (id, template_id, number, title, body, valid_days, sha256)
       VALUES ('${STANDARD_VERSION_ID}', '${STANDARD_TEMPLATE_ID}', 1, 'A title of the clinic',
         '${standardTemplate.body.replaceAll("'", "''")}', 365, '${bodyHash(standardTemplate)}')`)
    await upgrade()
    const clinic = await openTestClinic(ownerUrl)
    try {
      expect(await clinic.db.patient.findFirstOrThrow()).toMatchObject({ preferredLanguage: 'en' })
      await keepStandardTemplate(clinic.anonymous())
      await keepStandardTemplate(clinic.anonymous())
      const versions = await clinic.db.consentTemplateVersion.findMany({ orderBy: { number: 'asc' } })
      expect(versions).toMatchObject([
        { number: 1, bodyEs: null, hashScheme: 1, sha256: bodyHash(standardTemplate) },
        {
          number: 2,
          title: 'A title of the clinic',
          bodyEs: expect.stringContaining('autorizo'),
          hashScheme: 2,
        },
      ])
      expect(versions.every(matchesHash)).toBe(true)
    } finally {
      await clinic.close()
    }
  })
})
