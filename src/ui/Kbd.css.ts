import { style } from '@vanilla-extract/css'
import { vars } from './theme.css.ts'

export const kbd = style({
  display: 'inline-block',
  minWidth: '18px',
  paddingInline: vars.space.tight,
  border: `1px solid ${vars.line.strong}`,
  borderRadius: vars.radius.small,
  background: vars.surface.raised,
  color: vars.ink.muted,
  fontFamily: vars.font.code,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  textAlign: 'center',
})
