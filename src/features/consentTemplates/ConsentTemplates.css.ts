import { style } from '@vanilla-extract/css'
import { vars } from '#ui/theme.css.ts'
import { strong } from '#ui/type.css.ts'

export const cards = style({ display: 'grid', gap: vars.space.loose, gridTemplateColumns: 'minmax(0, 1fr)' })

export const name = style([strong, { overflowWrap: 'anywhere' }])
