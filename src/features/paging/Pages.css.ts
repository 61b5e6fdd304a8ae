import { style } from '@vanilla-extract/css'
import { vars } from '#ui/theme.css.ts'

export const more = style({ display: 'flex', justifyContent: 'center', padding: vars.space.close })

/** Aligned to the end of the line. */
export const links = style({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: vars.space.snug,
  marginInlineStart: 'auto',
})
