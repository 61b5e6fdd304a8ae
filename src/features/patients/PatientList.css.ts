import { style } from '@vanilla-extract/css'
import { vars } from '#ui/theme.css.ts'

export const pages = style({ display: 'flex', justifyContent: 'flex-end', gap: vars.space.snug })
