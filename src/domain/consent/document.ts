import type { Language } from '../language.ts'
import type { FormLine } from './attestation.ts'

/** A run of text in one style. */
export type Span = { text: string; strong?: boolean; emphasis?: boolean }
/** The text of a block. Plain text is a string. */
export type Inline = string | Span[]

/** A block of the text that a patient signs. The page and the PDF draw the same blocks. */
export type ConsentBlock =
  | { kind: 'heading'; text: Inline }
  | { kind: 'paragraph'; text: Inline }
  | { kind: 'list'; items: Inline[]; ordered?: boolean }

export const spansOf = (words: Inline): Span[] => (typeof words === 'string' ? [{ text: words }] : words)

/** The text without styles. */
export const plainText = (words: Inline): string =>
  spansOf(words)
    .map(({ text }) => text)
    .join('')

/** The document of one request, fixed when it is sent. It is in English unless it names another language. */
export type ConsentDocument = {
  version: string
  title: string
  blocks: ConsentBlock[]
  language?: Language
  /** The lines besides the signature. The blocks say what each one states. */
  lines?: FormLine[]
}

/** The language of a document's text. */
export const languageOf = ({ language = 'en' }: Pick<ConsentDocument, 'language'>): Language => language

/** The document as plain text in reading order. The signature refers to its SHA-256. */
export const documentText = ({ version, title, blocks, language }: ConsentDocument): string =>
  [
    title,
    `${language === 'es' ? 'Formulario' : 'Form'} ${version}`,
    ...blocks.map((block) =>
      block.kind === 'list' ? block.items.map(plainText).join('\n') : plainText(block.text),
    ),
  ].join('\n\n')

/** The providers that can ask a patient to sign. */
export const signingProviders = ['built_in', 'docusign'] as const
export type SigningProviderName = (typeof signingProviders)[number]
