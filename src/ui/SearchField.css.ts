import { style } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

export const root = style({
  position: 'relative',
  display: 'flex',
  flex: '0 1 260px',
  minWidth: '180px',
  alignItems: 'center',
  color: vars.ink.muted,
  '@media': { [media.phone]: { order: 3, flex: '1 0 100%' } },
})

export const glass = style({
  position: 'absolute',
  insetInlineStart: vars.space.close,
  pointerEvents: 'none',
})

export const input = style({
  width: '100%',
  minHeight: vars.control.regular,
  paddingBlock: 0,
  paddingInline: '36px',
  border: `1px solid ${vars.line.control}`,
  borderRadius: vars.radius.control,
  background: vars.surface.raised,
  color: vars.ink.regular,
  appearance: 'none',
  transition: `border-color ${vars.time.quick}`,
  ':focus-visible': { outlineOffset: '-1px', borderColor: vars.focus },
  selectors: { '&::-webkit-search-cancel-button': { appearance: 'none' } },
  '@media': { [media.touch]: { minHeight: vars.control.touch, fontSize: vars.size.section } },
})

export const hint = style({
  position: 'absolute',
  insetInlineEnd: vars.space.snug,
  pointerEvents: 'none',
  selectors: { [`${input}:focus ~ &, ${input}:not(:placeholder-shown) ~ &`]: { display: 'none' } },
  '@media': { [media.touch]: { display: 'none' } },
})
