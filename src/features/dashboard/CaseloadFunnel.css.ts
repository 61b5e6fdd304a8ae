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
  gridTemplateColumns: '160px minmax(0, 1fr) minmax(40px, auto) 72px',
  alignItems: 'center',
  gap: vars.space.close,
  '@media': {
    [media.phone]: { gridTemplateColumns: '144px minmax(0, 1fr) auto 60px', columnGap: vars.space.snug },
  },
})

export const label = style([reach, { ':hover': { textDecoration: 'underline' } }])

export const figure = style([numeric, strong, { textAlign: 'end' }])

export const days = style([small, numeric, { position: 'relative', textAlign: 'end' }])
