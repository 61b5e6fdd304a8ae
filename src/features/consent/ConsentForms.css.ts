import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { reach, strong } from '#ui/type.css.ts'

export const cards = style({
  display: 'grid',
  gap: vars.space.loose,
  alignItems: 'start',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '@media': { [media.rail]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const name = style([
  strong,
  reach,
  { overflowWrap: 'anywhere', ':hover': { textDecoration: 'underline' } },
])

/** Badge above buttons; on a phone the buttons take a line of their own, so that the address keeps its place. */
export const end = style({
  display: 'grid',
  justifyItems: 'end',
  gap: vars.space.snug,
  '@media': { [media.phone]: { display: 'contents' } },
})

/** The same where the buttons are several, which leave a name no room beside them unless the card is as wide as the page. */
export const endBelow = style({
  display: 'contents',
  '@media': {
    [`${media.wide} and ${media.rail}`]: { display: 'grid', justifyItems: 'end', gap: vars.space.snug },
  },
})

export const acts = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: vars.space.tight,
  gridColumn: '1 / -1',
})

/** Across both cards. */
export const across = style({ gridColumn: '1 / -1', minWidth: 0 })

/** What came of a request: a line of its own under the address. */
export const story = style({ display: 'block' })

/** What somebody has to look at. */
export const troubled = style({ display: 'block', color: vars.tone.critical.ink, overflowWrap: 'anywhere' })
