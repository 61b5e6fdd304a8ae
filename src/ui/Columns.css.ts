import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'
import { numeric, small } from './type.css.ts'

export const chart = style([
  small,
  numeric,
  {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: `${vars.space.tight} ${vars.space.snug}`,
    paddingTop: vars.space.snug,
    breakInside: 'avoid',
  },
])

export const scale = style({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  // Centers the outer numbers on their lines.
  marginBlock: '-0.5rem',
  textAlign: 'end',
})

export const plot = style({ width: '100%', height: '168px', overflow: 'visible', forcedColorAdjust: 'none' })

export const grid = style({ stroke: vars.line.hair, '@media': { [media.forced]: { stroke: 'GrayText' } } })

const inks = {
  main: [vars.accent.fill, 'CanvasText'],
  light: [vars.line.strong, 'GrayText'],
  warning: [vars.tone.critical.ink, 'Highlight'],
} as const

export const column = styleVariants(inks, ([fill, forced]) => ({
  fill,
  '@media': { [media.forced]: { fill: forced } },
}))

/** Each label begins below its column and may extend below the next ones. */
export const labels = style({
  display: 'flex',
  gridColumn: 2,
  height: vars.leading.small,
  whiteSpace: 'nowrap',
})

globalStyle(`${labels} > *`, { flex: '1 1 0', minWidth: 0, overflow: 'visible' })

export const legend = style({ display: 'flex', flexWrap: 'wrap', gridColumn: 2, gap: vars.space.close })

export const entry = style({ display: 'inline-flex', alignItems: 'center', gap: vars.space.tight })

export const swatch = style({ width: '12px', height: '12px', forcedColorAdjust: 'none' })
