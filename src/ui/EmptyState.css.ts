import { style } from '@vanilla-extract/css'
import { vars } from './theme.css.ts'

export const empty = style({
  display: 'grid',
  justifyItems: 'center',
  gap: vars.space.close,
  padding: `${vars.space.wide} ${vars.space.roomy}`,
  color: vars.ink.muted,
  textAlign: 'center',
})
