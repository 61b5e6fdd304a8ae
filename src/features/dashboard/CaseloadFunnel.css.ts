import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { numeric, reach, small, strong } from '#ui/type.css.ts'

export const lines = style({
  display: 'grid',
  gap: vars.space.snug,
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

export const line = style({
  display: 'grid',
  gridTemplateColumns: '10rem minmax(0, 1fr) minmax(2.5rem, auto) 4.5rem',
  alignItems: 'center',
  gap: vars.space.close,
  '@media': {
    [media.phone]: { gridTemplateColumns: '9rem minmax(0, 1fr) auto 4.5rem', columnGap: vars.space.snug },
    [media.small]: { gridTemplateColumns: 'minmax(0, 1fr) auto 4.5rem' },
  },
})

export const label = style([
  reach,
  { ':hover': { textDecoration: 'underline' }, '@media': { [media.small]: { gridColumn: '1 / -1' } } },
])

export const figure = style([numeric, strong, { textAlign: 'end' }])

export const days = style([small, numeric, { position: 'relative', textAlign: 'end' }])
