import { style } from '@vanilla-extract/css'
import { vars } from '#ui/theme.css.ts'

export const pages = style({ display: 'flex', justifyContent: 'flex-end', gap: vars.space.snug })

/** As wide as most names of people are, so that they stay on one line. */
export const attorney = style({ display: 'block', minWidth: '8rem' })
