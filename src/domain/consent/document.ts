/** A run of words of one look. */
export type Span = { text: string; strong?: boolean; emphasis?: boolean }
/** Words of a block; plain ones are a string. */
export type Inline = string | Span[]

/** A piece of the text a patient reads and signs; the page and the PDF draw the same pieces. */
export type ConsentBlock =
  | { kind: 'heading'; text: Inline }
  | { kind: 'paragraph'; text: Inline }
  | { kind: 'list'; items: Inline[]; ordered?: boolean }

export const spansOf = (words: Inline): Span[] => (typeof words === 'string' ? [{ text: words }] : words)

/** The words alone. */
const plainText = (words: Inline): string =>
  spansOf(words)
    .map(({ text }) => text)
    .join('')

/** The document of one request, pinned when it is sent. */
export type ConsentDocument = { version: string; title: string; blocks: ConsentBlock[] }

/** The document as plain text, in reading order; its SHA-256 is what the signature is bound to. */
export const documentText = ({ version, title, blocks }: ConsentDocument): string =>
  [
    title,
    `Form ${version}`,
    ...blocks.map((block) =>
      block.kind === 'list' ? block.items.map(plainText).join('\n') : plainText(block.text),
    ),
  ].join('\n\n')

/** Who can ask a patient to sign. */
export const signingProviders = ['built_in', 'docusign'] as const
export type SigningProviderName = (typeof signingProviders)[number]

/** Version and text of the notice that 15 USC 7001(c) asks for before a consumer signs electronically. */
export const disclosure = {
  version: 'esign-2026-11-2',
  paragraphs: [
    'You are about to sign electronically. Your typed or drawn signature will have the same effect as a signature on paper.',
    'You do not have to. You may ask the clinic for this form on paper, free of charge, and you may withdraw your consent to sign electronically at any time before you sign: ask for the form on paper on the next pages, close this page, or tell the clinic. Nothing else follows from it.',
    'This covers this one form. To read and keep it you need a device that can open web pages and PDF files. You can download your copy right after signing and for 30 days afterwards, and the clinic gives you a paper copy on request, free of charge. If your e-mail address changes, tell the clinic.',
  ],
  agreement: 'I have read this notice and I agree to sign electronically.',
} as const
