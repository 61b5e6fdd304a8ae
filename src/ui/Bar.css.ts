import { style, styleVariants } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

const base = style({ display: 'block', width: '100%', overflow: 'visible', forcedColorAdjust: 'none' })

export const bar = styleVariants({ regular: '20px', slim: '8px' }, (height) => [base, { height }])

const strengths = { faint: 0.35, light: 0.5, medium: 0.68, firm: 0.84, full: 1 }

export const fill = styleVariants(strengths, (fillOpacity) => ({
  fill: vars.accent.fill,
  fillOpacity,
  '@media': { [media.forced]: { fill: 'CanvasText', fillOpacity: 1 } },
}))
