import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { strong } from '#ui/type.css.ts'

export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space.snug,
  minHeight: vars.control.small,
  marginBlockEnd: vars.space.tight,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  '@media': { [media.touch]: { minHeight: vars.control.touch } },
})

/** Pushes the buttons to the end of the line. */
export const title = style([strong, { flex: '1 1 auto' }])

/** The message of an empty search covers the empty grid. */
export const stage = style({ display: 'grid' })
const over = { gridArea: '1 / 1' } as const

export const slots = style({
  ...over,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(7rem, 1fr))',
  gridAutoRows: 'minmax(3rem, auto)',
  gap: vars.space.snug,
  margin: 0,
  listStyle: 'none',
})

export const none = style({ ...over, alignSelf: 'center', textAlign: 'center', color: vars.ink.muted })

export const slot = style({
  display: 'grid',
  width: '100%',
  height: '100%',
  alignContent: 'center',
  justifyItems: 'center',
  border: `1px solid ${vars.line.strong}`,
  borderRadius: vars.radius.control,
  background: vars.surface.raised,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  fontVariantNumeric: 'tabular-nums',
  transition: `background-color ${vars.time.quick}, border-color ${vars.time.quick}`,
  ':hover': { background: vars.surface.hover, borderColor: vars.line.control },
  selectors: {
    '&[aria-pressed="true"]': {
      background: vars.accent.wash,
      borderColor: vars.accent.fill,
      color: vars.ink.accent,
    },
  },
  '@media': {
    [media.forced]: { selectors: { '&[aria-pressed="true"]': { outline: '2px solid Highlight' } } },
  },
})

export const loading = style({
  borderRadius: vars.radius.control,
  border: `1px dashed ${vars.line.hair}`,
})
