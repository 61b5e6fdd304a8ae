import { createHash } from 'node:crypto'
import type { ConsentDocument } from '#domain/consent/document.ts'
import { endOf } from '#domain/consent/formFacts.ts'
import { type ConsentFacts, mergeFieldNames } from '#domain/consent/mergeFields.ts'
import {
  STANDARD_TEMPLATE_NAME,
  standardSpanish,
  standardTemplate,
  type TemplateContent,
  textOf,
} from '#domain/consent/standardTemplate.ts'
import type { Language } from '#domain/language.ts'
import type { Services } from '../context.ts'
import { contentOf, documentOf, versionName } from './readTemplate.ts'

/** The fixed keys of the built-in template. They are the same everywhere, so that it is created only once. */
export const STANDARD_TEMPLATE_ID = '01a1f3a0-0000-7000-8000-000000000001'
export const STANDARD_VERSION_ID = '01a1f3a0-0000-7000-8000-000000000002'
const STANDARD_SPANISH_VERSION_ID = '01a1f3a0-0000-7000-8000-000000000003'

/** The content of the built-in template as it is stored. */
const standardContent = contentOf({ ...standardTemplate, spanish: standardSpanish })

/** SHA-256 of a template's text, hex. */
export const bodyHash = ({ body }: Pick<TemplateContent, 'body'>): string =>
  createHash('sha256').update(body).digest('hex')

/**
 * Creates the built-in template, as the default if the clinic has none. Does nothing if the template exists.
 */
export async function keepStandardTemplate(services: Pick<Services, 'db' | 'now'>): Promise<void> {
  const { db, now } = services
  const createdAt = now()
  const hasDefault = await db.consentTemplate.findFirst({ where: { isDefault: true }, select: { id: true } })
  await db.consentTemplate.createMany({
    data: [{ id: STANDARD_TEMPLATE_ID, name: STANDARD_TEMPLATE_NAME, isDefault: !hasDefault, createdAt }],
    skipDuplicates: true,
  })
  await db.consentTemplateVersion.createMany({
    data: [
      {
        ...standardContent,
        id: STANDARD_VERSION_ID,
        templateId: STANDARD_TEMPLATE_ID,
        number: 1,
        sha256: bodyHash(standardTemplate),
        createdAt,
      },
    ],
    skipDuplicates: true,
  })
  await addSpanish(services)
}

/**
 * Adds the Spanish text to the built-in template of a clinic that has not changed it, as its second version. The English
 * text stays as the clinic has it. A changed template is left alone.
 */
async function addSpanish({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const [latest] = await db.consentTemplateVersion.findMany({
    where: { templateId: STANDARD_TEMPLATE_ID },
    orderBy: { number: 'desc' },
    take: 1,
  })
  if (latest?.id !== STANDARD_VERSION_ID || latest.bodyEs !== null) return
  const { title, body, validDays, sha256 } = latest
  const { titleEs, bodyEs } = standardContent
  await db.consentTemplateVersion.createMany({
    data: [
      {
        ...{ title, body, validDays, sha256, titleEs, bodyEs },
        id: STANDARD_SPANISH_VERSION_ID,
        templateId: STANDARD_TEMPLATE_ID,
        number: 2,
        createdAt: now(),
      },
    ],
    skipDuplicates: true,
  })
}

/** The standard form in a language with the given facts; all other facts are unknown. */
export const standardDocument = (facts: Partial<ConsentFacts>, language: Language = 'en'): ConsentDocument =>
  documentOf(
    textOf(standardContent, language),
    versionName(STANDARD_TEMPLATE_NAME, 1, language),
    {
      ...(Object.fromEntries(mergeFieldNames.map((name) => [name, null])) as ConsentFacts),
      ends: endOf(standardTemplate.validDays, language),
      ...facts,
    },
    language,
  )
