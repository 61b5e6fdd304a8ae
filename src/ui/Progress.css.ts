import { style } from '@vanilla-extract/css'
import { vars } from './theme.css.ts'

export const progress = style({ width: '100%', height: '6px', accentColor: vars.accent.fill })
