import { style, styleVariants } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

export const root = style({ position: 'relative', display: 'inline-flex', alignItems: 'center', minWidth: 0 })

const base = style({
  maxWidth: '100%',
  paddingBlock: 0,
  paddingInline: `${vars.space.close} 32px`,
  border: `1px solid ${vars.line.strong}`,
  borderRadius: vars.radius.control,
  background: vars.surface.raised,
  color: vars.ink.regular,
  fontWeight: vars.weight.strong,
  appearance: 'none',
  textOverflow: 'ellipsis',
  cursor: 'pointer',
  ':hover': { borderColor: vars.line.control },
  ':disabled': { opacity: 0.55, cursor: 'not-allowed' },
  '@media': { [media.touch]: { minHeight: vars.control.touch, fontSize: vars.size.section } },
})

export const select = styleVariants({
  regular: [
    base,
    { minHeight: vars.control.regular, '@media': { [media.touch]: { minHeight: vars.control.touch } } },
  ],
  small: [
    base,
    {
      minHeight: vars.control.small,
      paddingInline: `${vars.space.snug} 28px`,
      fontSize: vars.size.small,
      '@media': { [media.touch]: { minHeight: vars.control.touch, fontSize: vars.size.section } },
    },
  ],
})
