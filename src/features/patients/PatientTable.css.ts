import { style } from '@vanilla-extract/css'
import { media } from '#ui/theme.css.ts'
import { small, strong } from '#ui/type.css.ts'

/** Long names wrap rather than push the table wider than the page, and most need not. */
export const name = style([
  strong,
  {
    display: 'block',
    minWidth: '9rem',
    overflowWrap: 'anywhere',
    '@media': { [media.phone]: { minWidth: 0 } },
  },
])

/** Most names of people stay on one line, and none pushes the table out of the page. */
export const attorney = style({ display: 'block', minWidth: '8rem' })

export const detail = style([
  small,
  {
    overflowWrap: 'anywhere',
    '@media': {
      [media.phone]: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    },
  },
])

/** What is to be known of the whole chart, before its details. */
export const mark = style({ display: 'block', marginBlock: '0.125rem' })
