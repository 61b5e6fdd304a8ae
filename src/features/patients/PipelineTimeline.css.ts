import { style, styleVariants } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { small } from '#ui/type.css.ts'

export const steps = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
  gap: vars.space.snug,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space.close } },
})

export const step = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateRows: '8px auto 1fr',
  alignItems: 'center',
  gap: `${vars.space.tight} ${vars.space.close}`,
  '@media': {
    [media.phone]: {
      gridTemplateColumns: '22px 5.5rem minmax(0, 1fr)',
      gridTemplateRows: 'auto',
      alignItems: 'baseline',
    },
    [media.small]: { gridTemplateColumns: '22px minmax(0, 1fr)' },
  },
})

const bar = style({
  height: '4px',
  borderRadius: vars.radius.small,
  forcedColorAdjust: 'none',
  printColorAdjust: 'exact',
  selectors: { '[aria-current] > &': { height: '8px' } },
  '@media': { [media.phone]: { alignSelf: 'center' } },
})

const filled = { '@media': { [media.forced]: { background: 'CanvasText' } } }

export const segment = styleVariants({
  past: [bar, { background: vars.accent.fill, ...filled }],
  ended: [bar, { background: vars.ink.muted, ...filled }],
  ahead: [bar, { background: vars.line.strong, '@media': { [media.forced]: { background: 'GrayText' } } }],
})

const word = style({ fontWeight: vars.weight.strong })

export const label = styleVariants({
  past: [word],
  ended: [word, { color: vars.ink.muted }],
  ahead: [word, { color: vars.ink.muted }],
})

export const struck = style({ textDecoration: 'line-through' })

export const detail = style([
  small,
  {
    alignSelf: 'start',
    overflowWrap: 'anywhere',
    fontVariantNumeric: 'tabular-nums',
    '@media': { [media.small]: { gridColumn: 2 } },
  },
])
