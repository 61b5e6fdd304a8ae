import { style } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

export const root = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space.snug,
  color: vars.ink.muted,
  '@media': {
    [media.phone]: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space.tight },
  },
})

export const input = style({
  minWidth: 0,
  minHeight: vars.control.regular,
  paddingBlock: 0,
  paddingInline: vars.space.close,
  border: `1px solid ${vars.line.strong}`,
  borderRadius: vars.radius.control,
  background: vars.surface.raised,
  color: vars.ink.regular,
  fontVariantNumeric: 'tabular-nums',
  ':hover': { borderColor: vars.line.control },
  '@media': { [media.touch]: { minHeight: vars.control.touch, fontSize: vars.size.section } },
})
