import { style } from '@vanilla-extract/css'
import { control } from './Field.css.ts'

/** As wide and tall as the other fields of a form. */
export const select = style([
  control,
  { paddingInlineEnd: '32px', appearance: 'none', textOverflow: 'ellipsis' },
])

export const root = style({ position: 'relative', display: 'grid', alignItems: 'center' })
