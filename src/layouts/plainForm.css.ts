import { style } from '@vanilla-extract/css'
import { vars } from '#ui/theme.css.ts'

export const form = style({ display: 'grid', gap: vars.space.regular, gridTemplateColumns: 'minmax(0, 1fr)' })

export const heading = style({ display: 'grid', gap: vars.space.tight })

/** A card that holds a form and nothing else. */
export const padded = style({ padding: vars.space.loose })
