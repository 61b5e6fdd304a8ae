import { style } from '@vanilla-extract/css'

export const code = style({ justifySelf: 'center', maxWidth: '100%' })
