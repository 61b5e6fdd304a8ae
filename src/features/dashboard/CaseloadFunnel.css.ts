import { style } from '@vanilla-extract/css'
import { vars } from '#ui/theme.css.ts'
import { numeric, reach, strong } from '#ui/type.css.ts'

export const lines = style({
  display: 'grid',
  gap: vars.space.snug,
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

export const line = style({
  display: 'grid',
  gridTemplateColumns: '160px minmax(0, 1fr) 40px',
  alignItems: 'center',
  gap: vars.space.close,
})

export const label = style([reach, { ':hover': { textDecoration: 'underline' } }])

export const figure = style([numeric, strong, { textAlign: 'end' }])
