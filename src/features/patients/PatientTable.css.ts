import { style } from '@vanilla-extract/css'
import { media } from '#ui/theme.css.ts'
import { small, strong } from '#ui/type.css.ts'

/** Long names wrap rather than push the table wider than the page. */
export const name = style([strong, { display: 'block', overflowWrap: 'anywhere' }])

export const detail = style([
  small,
  {
    overflowWrap: 'anywhere',
    '@media': {
      [media.phone]: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    },
  },
])
