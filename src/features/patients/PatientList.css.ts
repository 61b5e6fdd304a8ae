import { style } from '@vanilla-extract/css'

/** As wide as most names of people are, so that they stay on one line. */
export const attorney = style({ display: 'block', minWidth: '8rem' })
