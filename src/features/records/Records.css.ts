import { globalStyle, style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { small } from '#ui/type.css.ts'

export const list = style({ listStyle: 'none', margin: 0, padding: 0 })

export const record = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: `${vars.space.tight} ${vars.space.close}`,
  alignItems: 'center',
  paddingBlock: vars.space.close,
  selectors: { '&:not(:last-child)': { borderBottom: `1px solid ${vars.line.hair}` } },
})

export const fileName = style({ fontWeight: vars.weight.strong, overflowWrap: 'anywhere' })

/** A name that opens its file. */
export const opener = style([
  fileName,
  {
    justifySelf: 'start',
    padding: 0,
    border: 0,
    borderRadius: vars.radius.small,
    background: 'none',
    color: vars.ink.accent,
    font: 'inherit',
    fontWeight: vars.weight.strong,
    textAlign: 'start',
    textUnderlineOffset: '3px',
    cursor: 'pointer',
    ':hover': { textDecoration: 'underline' },
    '@media': { [media.touch]: { paddingBlock: '12px' } },
  },
])

export const actions = style({ display: 'flex', '@media': { [media.phone]: { marginInlineEnd: '-8px' } } })

export const about = style([
  small,
  {
    gridColumn: '1 / -1',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${vars.space.tight} ${vars.space.close}`,
    overflowWrap: 'anywhere',
    fontVariantNumeric: 'tabular-nums',
  },
])

export const whole = style({
  gridColumn: '1 / -1',
  margin: 0,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
})

export const refused = style({
  gridColumn: '1 / -1',
  color: vars.tone.critical.ink,
  overflowWrap: 'anywhere',
})

export const choices = style({ border: 0, margin: 0, padding: 0, minInlineSize: 0 })
globalStyle(`${choices} > legend`, { padding: 0 })

export const choice = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  maxBlockSize: '18rem',
  overflowY: 'auto',
  overflowWrap: 'anywhere',
})

/** Small buttons beside the heading of a tab. */
export const titleButtons = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space.snug,
  '@media': { print: { display: 'none' } },
})

export const titled = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space.close,
})
