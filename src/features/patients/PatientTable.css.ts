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

/** Facts side by side, with a dot between those on the same line. `detail` hides the dot at the start of a line. */
export const facts = style({
  display: 'flex',
  flexWrap: 'wrap',
  marginInlineStart: '-1em',
  '@media': { [media.phone]: { display: 'inline' } },
})

export const fact = style({
  position: 'relative',
  paddingInlineStart: '1em',
  '::before': { content: '·', position: 'absolute', insetInlineStart: '0.375em' },
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
