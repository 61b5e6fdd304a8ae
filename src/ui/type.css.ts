import { style } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

/** A page title: 24/32. */
export const title = style({
  fontSize: vars.size.title,
  lineHeight: vars.leading.title,
  fontWeight: vars.weight.strong,
  letterSpacing: '-0.018em',
  textWrap: 'balance',
})

/** The title of a card, dialog or section: 16/24. */
export const section = style({
  fontSize: vars.size.section,
  lineHeight: vars.leading.section,
  fontWeight: vars.weight.strong,
  letterSpacing: '-0.008em',
})

/** Secondary text: 12/16, muted. */
export const small = style({
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  color: vars.ink.muted,
})

/** A large number on a card: 30/36, tabular. */
export const figure = style({
  fontSize: vars.size.figure,
  lineHeight: vars.leading.figure,
  fontWeight: vars.weight.strong,
  letterSpacing: '-0.022em',
  fontVariantNumeric: 'tabular-nums',
})

/** Less prominent body text. */
export const muted = style({ color: vars.ink.muted })

/** More prominent body text. */
export const strong = style({ fontWeight: vars.weight.strong })

/** Digits of equal width, for dates, counts, sizes and phone numbers. */
export const numeric = style({ fontVariantNumeric: 'tabular-nums' })

/** One line with an ellipsis. Put the full text in a `title` or next to it. */
export const truncate = style({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})

/** Prevents a line break at a hyphen. */
export const unbroken = style({ whiteSpace: 'nowrap' })

/** Enlarges the touch target of an inline link without moving anything. */
export const reach = style({ '@media': { [media.touch]: { paddingBlock: '14px', marginBlock: '-14px' } } })

/** A link in running text or at the end of a card. */
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

/** For screen readers only. */
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
