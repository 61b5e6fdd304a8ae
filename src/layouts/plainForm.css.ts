import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'

export const form = style({ display: 'grid', gap: vars.space.regular, gridTemplateColumns: 'minmax(0, 1fr)' })

export const heading = style({ display: 'grid', gap: vars.space.tight })

/** Buttons side by side, wrapping if there is no room. */
export const line = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space.snug })

/** The next button; full width on a phone. */
export const onward = style({
  display: 'grid',
  justifyContent: 'start',
  '@media': { [media.phone]: { justifyContent: 'stretch' } },
})

/** A card that contains only a form. */
export const padded = style({ padding: vars.space.loose })
