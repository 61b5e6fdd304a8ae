import { style } from '@vanilla-extract/css'
import { vars } from '#ui/theme.css.ts'

export const where = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space.close,
  marginBottom: vars.space.regular,
})
