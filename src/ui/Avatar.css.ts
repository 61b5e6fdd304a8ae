import { style, styleVariants } from '@vanilla-extract/css'
import { vars } from './theme.css.ts'

const base = style({
  display: 'grid',
  flex: 'none',
  placeItems: 'center',
  overflow: 'hidden',
  border: '1px solid transparent',
  borderRadius: '50%',
  background: vars.accent.wash,
  color: vars.ink.accent,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  fontWeight: vars.weight.strong,
  objectFit: 'cover',
})

export const avatar = styleVariants({
  small: [base, { width: '24px', height: '24px' }],
  regular: [base, { width: '32px', height: '32px' }],
  large: [base, { width: '48px', height: '48px', fontSize: vars.size.section }],
})
