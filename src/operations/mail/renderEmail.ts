import { addressInOneLine } from '#domain/clinic/settings.ts'
import type { Language } from '#domain/language.ts'
import { mailTexts } from '#domain/patientTexts/mailTexts.ts'

/**
 * The content of an e-mail before it is formatted. It must contain no patient data, not even a first name.
 */
export type MessageText = {
  /** English if omitted. */
  language?: Language
  subject: string
  paragraphs: string[]
  /** The link for the reader to open. */
  link?: { label: string; address: string }
  /** A less important link, after the text. */
  secondLink?: { label: string; address: string }
  /** The page that one click in the reader's mail program stops such e-mails with (RFC 8058). */
  unsubscribe?: string
  /** The code for the reader to type. */
  code?: string
  /** The text after the link: how long it is valid and whom to ask. */
  after: string[]
  /** The clinic's number, for a patient who wants to call; `null` if none is set. */
  phone?: string | null
  /** The clinic's postal address in lines, for patients; `null` if none is set. */
  address?: string | null
}

/** Formats an e-mail as plain text. */
export const asText = ({
  language = 'en',
  paragraphs,
  link,
  code,
  after,
  phone,
  address,
  secondLink,
}: MessageText): string =>
  [
    ...paragraphs.map(oneParagraph),
    ...(code ? [code] : []),
    ...(link ? [`${link.label}:\n${link.address}`] : []),
    ...after.map(oneParagraph),
    ...(phone ? [`${mailTexts[language].phone}: ${oneParagraph(phone)}`] : []),
    ...(address ? [`${mailTexts[language].address}: ${oneParagraph(addressInOneLine(address))}`] : []),
    ...(secondLink ? [`${secondLink.label}:\n${secondLink.address}`] : []),
  ].join('\n\n')

/**
 * Formats an e-mail as HTML: one column without colors, so that it is legible in dark and light mode and for
 * screen readers. It has no images, which could track when it was opened.
 */
export function asHtml({
  language = 'en',
  subject,
  paragraphs,
  link,
  code,
  after,
  phone,
  address,
  secondLink,
}: MessageText): string {
  const parts = [
    ...paragraphs.map((text) => `<p>${escaped(text)}</p>`),
    ...(code ? [`<p style="font-size:28px;letter-spacing:4px"><strong>${escaped(code)}</strong></p>`] : []),
    ...(link
      ? [
          `<p><a href="${escaped(link.address)}" style="font-weight:bold">${escaped(link.label)}</a></p>`,
          `<p style="font-size:14px">${escaped(mailTexts[language].openByHand)}<br>${escaped(link.address)}</p>`,
        ]
      : []),
    ...after.map((text) => `<p>${escaped(text)}</p>`),
    ...(phone ? [`<p>${escaped(mailTexts[language].phone)}: ${phoneLink(phone)}</p>`] : []),
    ...(address
      ? [`<p>${escaped(mailTexts[language].address)}: ${escaped(addressInOneLine(address))}</p>`]
      : []),
    ...(secondLink
      ? [`<p><a href="${escaped(secondLink.address)}">${escaped(secondLink.label)}</a></p>`]
      : []),
  ]
  return [
    '<!doctype html>',
    `<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(subject)}</title></head>`,
    '<body style="font:17px/1.5 sans-serif;max-width:36em;margin:0 auto;padding:16px;overflow-wrap:anywhere">',
    ...parts,
    '</body></html>',
  ].join('\n')
}

const phoneLink = (phone: string) =>
  `<a href="tel:${phone.replaceAll(/[^\d+]/g, '')}" style="font-weight:bold">${escaped(phone)}</a>`

/** Removes line breaks from names, so that a name cannot fake a line of the clinic's text. */
const oneParagraph = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => oneParagraph(text).replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)
