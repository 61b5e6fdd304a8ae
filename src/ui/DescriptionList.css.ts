import { style } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

export const list = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: `${vars.space.regular} ${vars.space.loose}`,
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space.close } },
})

export const wide = style({ gridColumn: '1 / -1' })

export const label = style({
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
})

export const value = style({ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' })

export const none = style({ color: vars.ink.muted })
