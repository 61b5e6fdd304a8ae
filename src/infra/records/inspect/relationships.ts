import { refuse } from '#domain/records/refusals.ts'
import { isElsewhere, plainTarget } from './targets.ts'
import { elementsOf, type XmlElement } from './xml.ts'

/** Throws if a content type declares macros, regardless of the part's name. */
export function checkContentTypes(bytes: Buffer): void {
  for (const { attributes } of elementsOf(bytes))
    if (attributes.some(({ value }) => /macroEnabled|vba(Project|Data)/i.test(value))) throw refuse('macros')
}

/** Throws if a relationship brings in macros, programs or external parts. */
export function checkRelationships(bytes: Buffer): void {
  for (const element of elementsOf(bytes)) if (element.name.toLowerCase() === 'relationship') check(element)
}

function check(element: XmlElement): void {
  const types = valuesOf(element, 'type').map((type) => type.trim().toLowerCase())
  if (types.some((type) => /macroenabled|vba(project|data)/.test(type))) throw refuse('macros')
  const targets = valuesOf(element, 'target').map(plainTarget)
  // A chunk of another format (altChunk) is opened by that format's reader, which may run its content.
  if (types.some((type) => type.endsWith('/afchunk'))) throw refuse('embedded')
  // Word follows a hyperlink when it is clicked, and loads everything else when it opens the document.
  if (!types.some((type) => type.endsWith('/hyperlink')) && targets.some(isElsewhere)) throw refuse('remote')
  const isExternal = valuesOf(element, 'targetmode').some((mode) => mode.trim().toLowerCase() === 'external')
  if (isExternal) return
  const carriesProgram = types.some((type) => /\/(oleobject|control|activexcontrolbinary)$/.test(type))
  const carriesFile = types.some((type) => type.endsWith('/package'))
  if (carriesProgram || (carriesFile && targets.some((target) => !target.endsWith('.xlsx'))))
    throw refuse('embedded')
}

const valuesOf = ({ attributes }: XmlElement, wanted: string): string[] =>
  attributes.filter(({ name }) => name.toLowerCase() === wanted).map(({ value }) => value)
