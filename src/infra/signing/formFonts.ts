import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

// Names come in every alphabet, and PDF's built-in fonts cover only Latin ones.
const files = {
  text: 'DejaVuSans.ttf',
  strong: 'DejaVuSans-Bold.ttf',
  emphasis: 'DejaVuSans-Oblique.ttf',
  both: 'DejaVuSans-BoldOblique.ttf',
  hand: 'DejaVuSerif-Italic.ttf',
  code: 'DejaVuSansMono.ttf',
}

export type FormFont = keyof typeof files

const opened = new Map<FormFont, Font>()

/**
 * Parses a font once for all documents, because that takes longer than drawing a page. Each document embeds
 * only the glyphs it uses.
 */
function fontOf(name: FormFont): Font {
  const font = opened.get(name) ?? create(readFileSync(pathOf(name)))
  opened.set(name, font)
  return font
}

/**
 * Returns the font for a new document with its glyph cache cleared. A glyph first used as part of another
 * letter is cached without its character. In a later document it would be drawn but missing from the text.
 */
export function freshFont(name: FormFont): Font {
  const font = fontOf(name)
  font._glyphs = {}
  return font
}

export const formFonts = Object.keys(files) as FormFont[]

const pathOf = (name: FormFont) =>
  createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${files[name]}`)

/** Invisible formatting characters. A font without them loses nothing. */
const unseen = /\p{Cf}|\p{Cc}|\p{Variation_Selector}/u
const anySpace = /\s/gu

/**
 * Replaces each character that the font lacks with its code, such as [U+738B]. So no character silently
 * disappears from a signed document.
 */
export function legible(text: string, name: FormFont): string {
  const font = fontOf(name)
  const drawn = [...text.replaceAll(anySpace, ' ').normalize('NFC')].map((letter) => {
    const number = letter.codePointAt(0) ?? 0
    if (font.hasGlyphForCodePoint(number)) return letter
    return unseen.test(letter) ? '' : `[U+${number.toString(16).toUpperCase().padStart(4, '0')}]`
  })
  return fromTheRight(drawn.join(''))
}

/** Whether a font has every character of a line. */
export const canDraw = (text: string, name: FormFont): boolean => !legible(text, name).includes('[U+')

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u
const leftToRight = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u
/** A line of this length always fits. */
const ONE_LINE = 70

/**
 * pdfkit places words from the left, while the font reverses the characters within a word. A right-to-left
 * line is therefore passed as one word. Longer lines and mixed directions keep the typed word order.
 */
function fromTheRight(line: string): string {
  const isTurned = line.length <= ONE_LINE && rightToLeft.test(line) && !leftToRight.test(line)
  return isTurned ? line.replaceAll(' ', '\u00A0') : line
}
