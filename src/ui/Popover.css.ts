import { style } from '@vanilla-extract/css'
import { floating } from './Overlay.css.ts'

/** As wide as a column of text, or as the screen on a phone. */
export const sheet = style([
  floating,
  { width: 'min(400px, calc(100vw - 16px))', maxHeight: 'min(560px, 80dvh)', padding: 0 },
])

export const inside = style({ outline: 'none' })
