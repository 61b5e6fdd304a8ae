import { style } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

/** Above the row's link. The label enlarges the target. */
export const target = style({
  position: 'relative',
  zIndex: 1,
  display: 'inline-grid',
  flex: 'none',
  placeItems: 'center',
  width: vars.control.small,
  height: vars.control.small,
  marginInlineStart: '-5px',
  cursor: 'pointer',
  '@media': {
    [media.touch]: { width: vars.control.touch, height: vars.control.touch, marginInlineStart: '-13px' },
  },
})

export const box = style({
  width: '18px',
  height: '18px',
  margin: 0,
  accentColor: vars.accent.fill,
  cursor: 'pointer',
})
