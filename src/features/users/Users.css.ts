import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { small, strong } from '#ui/type.css.ts'

/** The list with its counts next to it, or below it on narrow screens. */
export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 240px',
  alignItems: 'start',
  gap: vars.space.roomy,
  '@media': { [media.rail]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

/** The cards next to the list. */
export const side = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space.roomy })

export const person = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'center',
  gap: vars.space.close,
  // The names of badges wrap better than an address does.
  minWidth: 'min(14rem, 24vw)',
  '@media': { [media.phone]: { minWidth: 0 } },
})

/** Long names wrap, so that the table is not wider than the page. */
export const name = style([strong, { overflowWrap: 'anywhere' }])

export const detail = style([small, { display: 'block', overflowWrap: 'anywhere' }])

export const badges = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space.tight,
})

export const counts = style({
  display: 'grid',
  gap: vars.space.close,
  '@media': {
    [media.rail]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
})

export const count = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: `0 ${vars.space.snug}`,
  fontVariantNumeric: 'tabular-nums',
  '@media': { [media.rail]: { flexDirection: 'column' }, [media.phone]: { flexDirection: 'row' } },
})
