import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

// Names come in every alphabet, and the fonts that PDF has built in know only Latin ones.
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

/** A font, read once for all documents: reading it takes longer than drawing a page. Each keeps only what it uses. */
function fontOf(name: FormFont): Font {
  const font = opened.get(name) ?? create(readFileSync(pathOf(name)))
  opened.set(name, font)
  return font
}

/**
 * The font for a new document. What the last one drew is forgotten: a shape that was first asked for as a part of another
 * letter stands for no letter, and would be drawn here without being text.
 */
export function freshFont(name: FormFont): Font {
  const font = fontOf(name)
  font._glyphs = {}
  return font
}

export const formFonts = Object.keys(files) as FormFont[]

const pathOf = (name: FormFont) =>
  createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${files[name]}`)

/** Marks that are seen only by what they do to others; a font without them loses nothing. */
const unseen = /\p{Cf}|\p{Cc}|\p{Variation_Selector}/u
const anySpace = /\s/gu

/**
 * A line as the font can draw it. What it has no letter for stands there by its number, such as [U+738B], so that
 * nothing is lost from a signed document without being seen.
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

/** Whether a font has every letter of a line. */
export const canDraw = (text: string, name: FormFont): boolean => !legible(text, name).includes('[U+')

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u
const leftToRight = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u
/** What surely fits into one line. */
const ONE_LINE = 70

/**
 * pdfkit sets words from the left and the font turns what is within one. A line that is written from the right all
 * along is therefore handed over as one word; what takes several lines, or goes both ways, keeps its words in the order
 * in which they were typed.
 */
function fromTheRight(line: string): string {
  const isTurned = line.length <= ONE_LINE && rightToLeft.test(line) && !leftToRight.test(line)
  return isTurned ? line.replaceAll(' ', '\u00A0') : line
}
