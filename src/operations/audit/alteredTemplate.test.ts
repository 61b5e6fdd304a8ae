import { expect } from 'vitest'
import { standardTemplate } from '#domain/consent/standardTemplate.ts'
import { asOwner } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { createConsentTemplate } from '../consentTemplates/createConsentTemplate.ts'
import { keepStandardTemplate } from '../consentTemplates/standard.ts'
import { bodyHash } from '../consentTemplates/versionHash.ts'
import { checkAuditTrail } from './checkAuditTrail.ts'

const alterations = [
  "title = title || '.'",
  "body = body || '.'",
  "title_es = title_es || '.'",
  "body_es = body_es || '.'",
  'valid_days = valid_days + 1',
  'valid_days = NULL',
  'asks_witness = true',
  'asks_interpreter = true',
  'title_es = NULL, body_es = NULL',
  "sha256 = repeat('0', 64)",
  // Consistent in itself, but not what the audit log recorded.
  `title = 'Other', hash_scheme = 1, sha256 = '${bodyHash(standardTemplate)}'`,
]

test.for(alterations)(
  'the audit check finds a template version altered by %s',
  async (alteration, { clinic, database }) => {
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    await keepStandardTemplate(clinic.instances)
    const spanish = { title: 'Autorización', body: standardTemplate.body }
    const { latest } = await createConsentTemplate(admin, { ...standardTemplate, name: 'Insurer', spanish })
    expect((await checkAuditTrail(admin)).brokenLink).toBeNull()
    await asOwner(database, (owner) =>
      owner.query(`UPDATE consent_template_versions SET ${alteration} WHERE id = '${latest.id}'`),
    )
    expect((await checkAuditTrail(admin)).brokenLink).toEqual({
      ...{ lane: 0, position: 0, kind: 'template' },
      rowId: latest.id,
    })
  },
)
