/** What a letter says, before it is text or HTML. Nothing of a patient belongs here, not even a first name. */
export type LetterText = {
  subject: string
  paragraphs: string[]
  /** What the reader is to open. */
  link?: { label: string; address: string }
  /** What the reader is to type. */
  code?: string
  /** After the link: how long it works, whom to ask. */
  after: string[]
}

/** The letter as a mail program shows it that knows text alone. */
export const asText = ({ paragraphs, link, code, after }: LetterText): string =>
  [
    ...paragraphs.map(oneParagraph),
    ...(code ? [code] : []),
    ...(link ? [`${link.label}:\n${link.address}`] : []),
    ...after.map(oneParagraph),
  ].join('\n\n')

/**
 * The same as HTML: one column of plain text without colours of its own, so that it is as legible in the dark as in
 * the light, read out in order, and without pictures that would tell when it was opened.
 */
export function asHtml({ subject, paragraphs, link, code, after }: LetterText): string {
  const parts = [
    ...paragraphs.map((text) => `<p>${escaped(text)}</p>`),
    ...(code ? [`<p style="font-size:28px;letter-spacing:4px"><strong>${escaped(code)}</strong></p>`] : []),
    ...(link
      ? [
          `<p><a href="${escaped(link.address)}" style="font-weight:bold">${escaped(link.label)}</a></p>`,
          `<p style="font-size:14px">If that does not open, copy this address into a browser:<br>${escaped(link.address)}</p>`,
        ]
      : []),
    ...after.map((text) => `<p>${escaped(text)}</p>`),
  ]
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(subject)}</title></head>`,
    '<body style="font:17px/1.5 sans-serif;max-width:36em;margin:0 auto;padding:16px;overflow-wrap:anywhere">',
    ...parts,
    '</body></html>',
  ].join('\n')
}

/** A name cannot begin a line of its own, which a reader might take for the clinic's. */
const oneParagraph = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => oneParagraph(text).replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)
