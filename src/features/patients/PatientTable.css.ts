import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { small, strong } from '#ui/type.css.ts'

/** Long names wrap, so that the table is not wider than the page. */
export const name = style([
  strong,
  {
    display: 'block',
    minWidth: '9rem',
    overflowWrap: 'anywhere',
    '@media': { [media.phone]: { minWidth: 0 } },
  },
])

/** Most names fit on one line, and none makes the table wider than the page. */
export const attorney = style({ display: 'block', minWidth: '8rem' })

export const detail = style([
  small,
  {
    display: 'block',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    '@media': { [media.phone]: { textOverflow: 'ellipsis', whiteSpace: 'nowrap' } },
  },
])

/** Two facts, on one line if both fit. */
export const facts = style([
  detail,
  { display: 'flex', flexWrap: 'wrap', columnGap: '1em', '@media': { [media.phone]: { display: 'block' } } },
])

/** The second fact. The dot before it is in the gap, and is cut off where the fact begins a line. */
export const secondFact = style({
  position: 'relative',
  '::before': { content: '·', position: 'absolute', insetInlineStart: '-0.625em' },
  '@media': { [media.phone]: { marginInlineStart: '1em' } },
})

/** The label of a value whose column has no header on a phone. */
export const phoneLabel = style({ display: 'none', '@media': { [media.phone]: { display: 'inline' } } })

/** The order of the cards, in place of the column headers. */
export const phoneSort = style({
  display: 'none',
  '@media': {
    [media.phone]: {
      display: 'grid',
      justifyItems: 'start',
      padding: `${vars.space.snug} ${vars.space.regular}`,
      borderBottom: `1px solid ${vars.line.hair}`,
    },
  },
})

/** A mark for the whole chart, above its details. */
export const mark = style({ display: 'block', marginBlock: '0.125rem' })

export const onPhoneOnly = style({ display: 'none', '@media': { [media.phone]: { display: 'contents' } } })
