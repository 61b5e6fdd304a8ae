import { createHash } from 'node:crypto'
import type { AskedLines } from '#domain/consent/attestation.ts'
import type { TemplateContent, TemplateTexts } from '#domain/consent/standardTemplate.ts'

/** What a version of a template fixes. Recipients, records and purpose are chosen for each request. */
export type VersionContent = TemplateTexts & Pick<TemplateContent, 'validDays'> & AskedLines

/** The stored hash of a version, and how it was made: 1 covers the English text, 2 covers the whole content. */
type VersionHash = { sha256: string; hashScheme: number }

/** SHA-256 of a template's text in one language, hex. Earlier releases stored it for the English text. */
export const bodyHash = ({ body }: Pick<TemplateContent, 'body'>): string => hexOf(body)

/**
 * The hash to store with a new version: hex SHA-256 of the JSON array of title, text, Spanish title, Spanish text, days
 * of validity, and whether the form has a witness line and an interpreter line, without spaces and in UTF-8.
 */
export const versionHash = (version: VersionContent): VersionHash => ({
  sha256: hexOf(JSON.stringify(fixedBy(version))),
  hashScheme: 2,
})

const fixedBy = ({
  title,
  body,
  titleEs,
  bodyEs,
  validDays,
  asksWitness,
  asksInterpreter,
}: VersionContent) => [...[title, body, titleEs, bodyEs], ...[validDays, asksWitness, asksInterpreter]]

/** Whether a stored version is what was hashed when it was saved. */
export const matchesHash = (version: VersionContent & VersionHash): boolean =>
  version.sha256 === (version.hashScheme === 1 ? bodyHash(version) : versionHash(version).sha256)

const hexOf = (text: string): string => createHash('sha256').update(text).digest('hex')
