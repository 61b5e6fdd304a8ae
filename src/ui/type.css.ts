import { style } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

/** The name of a page: 24/32. */
export const title = style({
  fontSize: vars.size.title,
  lineHeight: vars.leading.title,
  fontWeight: vars.weight.strong,
  letterSpacing: '-0.018em',
  textWrap: 'balance',
})

/** The name of a card, a dialog or a part of one: 16/24. */
export const section = style({
  fontSize: vars.size.section,
  lineHeight: vars.leading.section,
  fontWeight: vars.weight.strong,
  letterSpacing: '-0.008em',
})

/** Secondary text under or beside a body line: 12/16, muted. */
export const small = style({
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  color: vars.ink.muted,
})

/** A count that carries a card on its own: 30/36, tabular. */
export const figure = style({
  fontSize: vars.size.figure,
  lineHeight: vars.leading.figure,
  fontWeight: vars.weight.strong,
  letterSpacing: '-0.022em',
  fontVariantNumeric: 'tabular-nums',
})

/** Body text that steps back. */
export const muted = style({ color: vars.ink.muted })

/** Body text that steps forward. */
export const strong = style({ fontWeight: vars.weight.strong })

/** Digits of one width: dates, counts, sizes, phone numbers. */
export const numeric = style({ fontVariantNumeric: 'tabular-nums' })

/** One line, cut with an ellipsis; the full text belongs in a `title` or beside it. */
export const truncate = style({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})

/** A word that a line may not break in two at its hyphen. */
export const unbroken = style({ whiteSpace: 'nowrap' })

/** A link in a line of text that a finger finds: it reaches over and under the line and moves nothing. */
export const reach = style({ '@media': { [media.touch]: { paddingBlock: '14px', marginBlock: '-14px' } } })

/** A link inside running text or at the end of a card. */
export const link = style([
  reach,
  {
    color: vars.ink.accent,
    fontWeight: vars.weight.strong,
    borderRadius: vars.radius.small,
    textUnderlineOffset: '3px',
    ':hover': { textDecoration: 'underline' },
  },
])

/** Read aloud, not shown. */
export const visuallyHidden = style({
  position: 'absolute',
  width: '1px',
  height: '1px',
  margin: '-1px',
  padding: 0,
  border: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
})
