import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'

export const stack = style({
  display: 'grid',
  gap: vars.space.loose,
  minWidth: 0,
  gridTemplateColumns: 'minmax(0, 1fr)',
})

export const columns = style({
  display: 'grid',
  gap: vars.space.loose,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr) 340px',
  '@media': { [media.roomy]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const quick = style({ display: 'grid', gap: vars.space.snug })
