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

/**
 * The badge is above the buttons. On a phone the buttons get their own line, so that the address stays in
 * place.
 */
export const end = style({
  display: 'grid',
  justifyItems: 'end',
  gap: vars.space.snug,
  '@media': { [media.phone]: { display: 'contents' } },
})

/** The same for several buttons, which need the full width of the page next to a name. */
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
  '@media': { [media.small]: { flexWrap: 'wrap', justifyContent: 'flex-start' } },
})

/** Spans both cards. */
export const across = style({ gridColumn: '1 / -1', minWidth: 0 })

/** The state of a request, on its own line below the address. */
export const story = style({ display: 'block' })

/** A problem that needs attention. */
export const troubled = style({ display: 'block', color: vars.tone.critical.ink, overflowWrap: 'anywhere' })
