import { style } from '@vanilla-extract/css'
import { reach, strong } from '#ui/type.css.ts'

/** Long titles and names wrap, so that the card is not wider than the page. */
export const title = style([strong, { display: 'block', overflowWrap: 'anywhere' }])

export const patient = style([reach, { overflowWrap: 'anywhere', textDecoration: 'underline' }])
