import { style } from '@vanilla-extract/css'
import { vars } from './theme.css.ts'

/** Removed and added text, each with a sign in addition to its color. */
export const text = style({
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  padding: vars.space.regular,
  border: `1px solid ${vars.line.hair}`,
  borderRadius: vars.radius.card,
  background: vars.surface.hover,
})

export const removed = style({
  color: vars.tone.critical.ink,
  background: vars.tone.critical.wash,
  textDecoration: 'line-through',
})

export const added = style({
  color: vars.tone.positive.ink,
  background: vars.tone.positive.wash,
  textDecoration: 'underline',
})
