import { standardTemplate } from '#domain/consent/standardTemplate.ts'
import { bodyHash } from '#operations/consentTemplates/standard.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import type { People } from './people.ts'

/** A consent template in addition to the default one. */
export const templateOf = (
  { db }: TestClinic,
  { admin }: People,
  name: string,
  archivedAt: Date | null = null,
) =>
  db.consentTemplate.create({
    data: {
      name,
      archivedAt,
      createdById: admin.id,
      versions: {
        create: {
          ...standardTemplate,
          number: 1,
          sha256: bodyHash(standardTemplate),
          createdById: admin.id,
        },
      },
    },
  })
