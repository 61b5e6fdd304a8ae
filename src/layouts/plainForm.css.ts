import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'

export const form = style({ display: 'grid', gap: vars.space.regular, gridTemplateColumns: 'minmax(0, 1fr)' })

export const heading = style({ display: 'grid', gap: vars.space.tight })

/** Buttons beside each other, one under the other where there is no room. */
export const line = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space.snug })

/** A button that is wanted next: as wide as a form's on a phone, where the thumb is. */
export const onward = style({
  display: 'grid',
  justifyContent: 'start',
  '@media': { [media.phone]: { justifyContent: 'stretch' } },
})

/** A card that holds a form and nothing else. */
export const padded = style({ padding: vars.space.loose })
