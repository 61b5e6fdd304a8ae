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
const plainText = (words: Inline): string =>
  spansOf(words)
    .map(({ text }) => text)
    .join('')

/** The document of one request, fixed when it is sent. */
export type ConsentDocument = { version: string; title: string; blocks: ConsentBlock[] }

/** The document as plain text in reading order. The signature refers to its SHA-256. */
export const documentText = ({ version, title, blocks }: ConsentDocument): string =>
  [
    title,
    `Form ${version}`,
    ...blocks.map((block) =>
      block.kind === 'list' ? block.items.map(plainText).join('\n') : plainText(block.text),
    ),
  ].join('\n\n')

/** The providers that can ask a patient to sign. */
export const signingProviders = ['built_in', 'docusign'] as const
export type SigningProviderName = (typeof signingProviders)[number]

/** The notice that 15 USC 7001(c) requires before a consumer signs electronically, and its version. */
export const disclosure = {
  version: 'esign-2026-11-2',
  paragraphs: [
    'You are about to sign electronically. Your typed or drawn signature will have the same effect as a signature on paper.',
    'You do not have to. You may ask the clinic for this form on paper, free of charge, and you may withdraw your consent to sign electronically at any time before you sign: ask for the form on paper on the next pages, close this page, or tell the clinic. Nothing else follows from it.',
    'This covers this one form. To read and keep it you need a device that can open web pages and PDF files. You can download your copy right after signing and for 30 days afterwards, and the clinic gives you a paper copy on request, free of charge. If your e-mail address changes, tell the clinic.',
  ],
  agreement: 'I have read this notice and I agree to sign electronically.',
} as const
