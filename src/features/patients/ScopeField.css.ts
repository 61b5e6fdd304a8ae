import { globalStyle, style } from '@vanilla-extract/css'
import { vars } from '#ui/theme.css.ts'

export const group = style({ border: 0, margin: 0, padding: 0, minInlineSize: 0 })
globalStyle(`${group} > legend`, { padding: 0 })

export const choice = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(12rem, 1fr))',
  gap: `0 ${vars.space.close}`,
})
