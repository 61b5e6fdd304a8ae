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
  gridTemplateColumns: '160px minmax(0, 1fr) minmax(40px, auto) 168px',
  alignItems: 'center',
  columnGap: vars.space.close,
  '@media': { [media.phone]: { gridTemplateColumns: '144px minmax(0, 1fr) minmax(40px, auto)' } },
})

export const label = style([reach, { ':hover': { textDecoration: 'underline' } }])

export const figure = style([numeric, strong, { textAlign: 'end' }])

/** Under the status where there is no room beside it. */
export const days = style([
  small,
  numeric,
  { ':empty': { display: 'none' }, '@media': { [media.phone]: { gridColumn: '1 / -1' } } },
])
