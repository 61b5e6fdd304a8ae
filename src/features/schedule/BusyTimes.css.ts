import { style } from '@vanilla-extract/css'
import { vars } from '#ui/theme.css.ts'

export const busy = style({
  display: 'grid',
  gap: vars.space.tight,
  padding: vars.space.close,
  border: `1px solid ${vars.line.hair}`,
  borderRadius: vars.radius.control,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  color: vars.ink.muted,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
})

export const line = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.snug,
  fontWeight: vars.weight.strong,
  color: vars.ink.regular,
})

export const clash = style([line, { color: vars.tone.caution.ink }])

export const free = style([line, { color: vars.tone.positive.ink }])
