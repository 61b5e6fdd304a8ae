import type { ConsentDocument } from '#domain/consent/document.ts'
import type { ConsentFacts } from '#domain/consent/mergeFields.ts'
import type { TemplateContent } from '#domain/consent/standardTemplate.ts'
import { fillTemplate } from '#domain/consent/templateText.ts'
import { readTemplate } from './readTemplate.ts'

/** The version name printed on a form. It lets a form signed on paper be traced to its text. */
export const versionName = (name: string, number: number): string => `${name}, version ${number}`

/** Fills a template's text with facts. */
export const documentOf = (
  { title, body }: Pick<TemplateContent, 'title' | 'body'>,
  version: string,
  facts: ConsentFacts,
): ConsentDocument => ({ version, title, blocks: fillTemplate(readTemplate(body), facts) })
