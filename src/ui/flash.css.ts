import { keyframes, style } from '@vanilla-extract/css'
import { vars } from './theme.css.ts'

const fadeOut = keyframes({ from: { background: vars.accent.wash } })

/** Draws the eye to something that another user has just changed. Reduced motion ends it at once. */
export const flash = `${fadeOut} 2s ease-out`

export const flashing = style({ animation: flash })
