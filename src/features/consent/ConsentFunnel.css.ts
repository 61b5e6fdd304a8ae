import { globalStyle, style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { numeric, reach, strong } from '#ui/type.css.ts'

export const funnel = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  gap: `${vars.space.close} ${vars.space.loose}`,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const step = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: `${vars.space.tight} ${vars.space.close}`,
  gridTemplateAreas: '"label figure" "bar bar"',
})

export const label = style([reach, { ':hover': { textDecoration: 'underline' } }])

export const figure = style([numeric, strong, { textAlign: 'end' }])

export const bar = style({ gridArea: 'bar' })
globalStyle(`${bar} svg`, { height: '8px' })
