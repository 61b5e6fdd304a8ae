import { style } from '@vanilla-extract/css'
import { vars } from './theme.css.ts'

export const tooltip = style({
  maxWidth: '260px',
  padding: `${vars.space.tight} ${vars.space.snug}`,
  border: '1px solid transparent',
  borderRadius: vars.radius.control,
  background: vars.ink.regular,
  color: vars.surface.raised,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
})
