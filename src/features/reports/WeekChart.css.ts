import { createVar, globalStyle, style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { small } from '#ui/type.css.ts'

/** The colors of a chart. A canvas cannot use CSS variables, so `drawWeeks` reads their values. */
export const inks = {
  axis: createVar(),
  grid: createVar(),
  main: createVar(),
  light: createVar(),
  warning: createVar(),
}

/** Its height is fixed, so that nothing moves when the chart is drawn. */
export const chart = style([
  small,
  {
    height: '224px',
    minWidth: 0,
    overflow: 'hidden',
    fontFamily: vars.font.family,
    breakInside: 'avoid',
    vars: {
      [inks.axis]: vars.ink.muted,
      [inks.grid]: vars.line.hair,
      [inks.main]: vars.accent.fill,
      [inks.light]: vars.line.control,
      [inks.warning]: vars.tone.critical.ink,
    },
    '@media': {
      [media.forced]: {
        vars: {
          [inks.axis]: 'CanvasText',
          [inks.grid]: 'GrayText',
          [inks.main]: 'CanvasText',
          [inks.light]: 'GrayText',
          [inks.warning]: 'Highlight',
        },
      },
      print: { height: 'auto' },
    },
  },
])

globalStyle(`${chart} canvas`, {
  '@media': { print: { width: '100% !important', height: 'auto !important' } },
})
globalStyle(`${chart} .uplot`, { fontFamily: 'inherit', lineHeight: 'inherit' })
globalStyle(`${chart} .u-legend`, { textAlign: 'start' })
globalStyle(`${chart} .u-legend th`, { fontWeight: vars.weight.regular })
