import type { ConsentDocument } from '#domain/consent/document.ts'
import type { ConsentFacts } from '#domain/consent/mergeFields.ts'
import type { TemplateContent } from '#domain/consent/standardTemplate.ts'
import { fillTemplate } from '#domain/consent/templateText.ts'
import { readTemplate } from './readTemplate.ts'

/** What a form says of itself, so that one signed on paper can be traced to its text. */
export const versionName = (name: string, number: number): string => `${name}, version ${number}`

/** A template's text with facts written in. */
export const documentOf = (
  { title, body }: Pick<TemplateContent, 'title' | 'body'>,
  version: string,
  facts: ConsentFacts,
): ConsentDocument => ({ version, title, blocks: fillTemplate(readTemplate(body), facts) })
