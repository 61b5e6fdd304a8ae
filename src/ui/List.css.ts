import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

export const list = style({ listStyle: 'none', margin: 0, paddingBlock: vars.space.snug })

export const item = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'start',
  gap: vars.space.close,
  padding: `${vars.space.snug} ${vars.space.roomy}`,
  '@media': {
    [media.phone]: { paddingInline: vars.space.regular },
    [media.small]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
})

export const led = style([
  item,
  {
    gridTemplateColumns: '16px minmax(0, 1fr) auto',
    '@media': { [media.small]: { gridTemplateColumns: '16px minmax(0, 1fr)' } },
  },
])
globalStyle(`${led} > :nth-child(n + 3)`, { '@media': { [media.small]: { gridColumn: '1 / -1' } } })

export const lead = style({
  display: 'grid',
  placeItems: 'center',
  height: vars.leading.body,
  color: vars.ink.muted,
})

export const detail = style({
  display: 'block',
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  fontVariantNumeric: 'tabular-nums',
})

const dotBase = style({ width: '8px', height: '8px', borderRadius: '50%', forcedColorAdjust: 'none' })

export const dot = styleVariants(vars.tone, ({ ink }) => [dotBase, { background: ink }])
