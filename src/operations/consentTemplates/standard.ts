import type { ConsentDocument } from '#domain/consent/document.ts'
import { endOf } from '#domain/consent/formFacts.ts'
import { type ConsentFacts, mergeFieldNames } from '#domain/consent/mergeFields.ts'
import {
  STANDARD_TEMPLATE_NAME,
  standardSpanish,
  standardTemplate,
  textOf,
} from '#domain/consent/standardTemplate.ts'
import type { Language } from '#domain/language.ts'
import type { Services } from '../context.ts'
import { contentOf, documentOf, versionName } from './readTemplate.ts'
import { versionHash } from './versionHash.ts'

/** The fixed keys of the built-in template. They are the same everywhere, so that it is created only once. */
export const STANDARD_TEMPLATE_ID = '01a1f3a0-0000-7000-8000-000000000001'
export const STANDARD_VERSION_ID = '01a1f3a0-0000-7000-8000-000000000002'

/** The version that follows each version of ours, when a release changes the built-in template. */
const nextVersionIds: Record<string, string> = {
  [STANDARD_VERSION_ID]: '01a1f3a0-0000-7000-8000-000000000003',
  '01a1f3a0-0000-7000-8000-000000000003': '01a1f3a0-0000-7000-8000-000000000004',
}

/** The content of the built-in template as it is stored. */
export const standardContent = contentOf({ ...standardTemplate, spanish: standardSpanish })

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
        ...versionHash(standardContent),
        createdAt,
      },
    ],
    skipDuplicates: true,
  })
  await updateUnchanged(services)
}

/**
 * Updates the built-in template of a clinic that has not changed it, as its next version: adds the Spanish text, and the
 * clinic's address to the sentence about revoking, where the form prints it only if the clinic has one. All other words
 * stay as the clinic has them. A changed template is left alone.
 */
async function updateUnchanged({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const [latest] = await db.consentTemplateVersion.findMany({
    where: { templateId: STANDARD_TEMPLATE_ID },
    orderBy: { number: 'desc' },
    take: 1,
  })
  const id = latest && nextVersionIds[latest.id]
  if (!id) return
  const { title, validDays, number, asksWitness, asksInterpreter } = latest
  const body = withAddress(latest.body)
  const { titleEs, bodyEs } = latest.bodyEs === null ? standardContent : latest
  const lines = { asksWitness, asksInterpreter }
  const updated = { title, validDays, body, titleEs, bodyEs: bodyEs && withAddress(bodyEs), ...lines }
  if (updated.body === latest.body && updated.bodyEs === latest.bodyEs) return
  await db.consentTemplateVersion.createMany({
    data: [
      {
        ...updated,
        ...{ id, templateId: STANDARD_TEMPLATE_ID, number: number + 1 },
        ...versionHash(updated),
        createdAt: now(),
      },
    ],
    skipDuplicates: true,
  })
}

/** The text of earlier releases, which did not name the clinic's address where it says how to revoke. */
const withAddress = (body: string): string =>
  body.replace(/(by writing to|si le escribo a) \{\{clinic\.name\}\}(?=\.)/, '$&[[, {{clinic.address}}]]')

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
