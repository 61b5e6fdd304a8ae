import { style, styleVariants } from '@vanilla-extract/css'
import { vars } from './theme.css.ts'

const base = style({
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
})

export const icon = styleVariants(vars.icon, (size) => [base, { width: size, height: size }])

export const dots = style({ strokeWidth: 2.4 })

/** The arrow of a select; clicks pass through it. */
export const selectArrow = style({
  position: 'absolute',
  insetInlineEnd: vars.space.snug,
  color: vars.ink.muted,
  pointerEvents: 'none',
})
