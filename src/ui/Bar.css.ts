import { style, styleVariants } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

export const bar = style({
  display: 'block',
  width: '100%',
  height: '20px',
  overflow: 'visible',
  forcedColorAdjust: 'none',
})

const strengths = { faint: 0.35, light: 0.5, medium: 0.68, firm: 0.84, full: 1 }

export const fill = styleVariants(strengths, (fillOpacity) => ({
  fill: vars.accent.fill,
  fillOpacity,
  '@media': { [media.forced]: { fill: 'CanvasText', fillOpacity: 1 } },
}))

export const progress = style({ width: '100%', height: '6px', accentColor: vars.accent.fill })
