import { style } from '@vanilla-extract/css'
import { media } from '#ui/theme.css.ts'
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
    overflowWrap: 'anywhere',
    '@media': {
      [media.phone]: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    },
  },
])

/** A mark for the whole chart, above its details. */
export const mark = style({ display: 'block', marginBlock: '0.125rem' })

export const onPhoneOnly = style({ display: 'none', '@media': { [media.phone]: { display: 'contents' } } })
