import { style } from '@vanilla-extract/css'
import { vars } from '#ui/theme.css.ts'

export const more = style({ display: 'flex', justifyContent: 'center', padding: vars.space.close })

/** At the end of its line, whatever stands before it. */
export const links = style({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: vars.space.snug,
  marginInlineStart: 'auto',
})
