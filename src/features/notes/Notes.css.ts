import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { small } from '#ui/type.css.ts'

export const stack = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space.regular,
})

export const form = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space.close })

export const newNoteForm = style([form, { '@media': { print: { display: 'none' } } }])

export const formFoot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  justifyContent: 'space-between',
  gap: vars.space.close,
})

/** Wide enough for its longest option, where there is room. */
export const typeField = style({
  flex: '1 1 14rem',
  maxWidth: '18rem',
  '@media': { [media.phone]: { maxWidth: 'none' } },
})

export const buttons = style({ display: 'flex', gap: vars.space.snug })

export const list = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  borderTop: `1px solid ${vars.line.hair}`,
})

export const history = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: vars.space.regular,
})

export const note = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: `${vars.space.tight} ${vars.space.close}`,
  alignItems: 'center',
  paddingBlock: vars.space.close,
  borderBottom: `1px solid ${vars.line.hair}`,
})

export const about = style([
  small,
  {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${vars.space.tight} ${vars.space.snug}`,
    overflowWrap: 'anywhere',
    fontVariantNumeric: 'tabular-nums',
  },
])

export const actions = style({ display: 'flex', '@media': { [media.phone]: { marginInlineEnd: '-8px' } } })

export const content = style({
  gridColumn: '1 / -1',
  margin: 0,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
})

export const whole = style({ gridColumn: '1 / -1' })
