import { style } from '@vanilla-extract/css'
import { vars } from '#ui/theme.css.ts'
import { reach, strong } from '#ui/type.css.ts'

/** Long titles and names wrap, so that the card is not wider than the page. */
export const title = style([strong, { display: 'block', overflowWrap: 'anywhere' }])

/** A title that opens its task. */
export const opener = style([
  title,
  reach,
  {
    paddingInline: 0,
    border: 0,
    borderRadius: vars.radius.small,
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    fontWeight: vars.weight.strong,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { textDecoration: 'underline' },
  },
])

export const patient = style([reach, { overflowWrap: 'anywhere', textDecoration: 'underline' }])
