import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { strong } from '#ui/type.css.ts'

export const cards = style({
  display: 'grid',
  gap: vars.space.loose,
  alignItems: 'start',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '@media': { [media.rail]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const name = style([strong, { overflowWrap: 'anywhere', ':hover': { textDecoration: 'underline' } }])

export const end = style({ display: 'grid', justifyItems: 'end', gap: vars.space.snug })
