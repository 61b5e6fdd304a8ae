import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'

export const where = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space.close,
})

export const page = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space.roomy })

export const part = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space.tight })

export const notPrinted = style({ '@media': { print: { display: 'none' } } })

/** Small buttons below a fact. */
export const factButtons = style([
  notPrinted,
  { display: 'flex', flexWrap: 'wrap', gap: vars.space.tight, marginTop: vars.space.tight },
])

/** The same in a list, below the text at its full width. */
export const itemButtons = style([factButtons, { gridColumn: '1 / -1', marginTop: 0 }])

/** A list that is aligned with the heading above it. */
export const flush = style({
  marginInline: `calc(-1 * ${vars.space.roomy})`,
  '@media': { [media.phone]: { marginInline: `calc(-1 * ${vars.space.regular})` } },
})

export const onEveryScreen = style({ display: 'contents' })

export const notOnPhone = style({ display: 'contents', '@media': { [media.phone]: { display: 'none' } } })

/** A heading and its button at opposite ends. */
/** The timeline fills the chart while it loads, so that what is below does not move. */
export const timeline = style([part, { minHeight: '24rem', alignContent: 'start' }])

export const apart = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space.snug,
})

/** The reasons in a banner, each a paragraph. */
export const reasons = style({ display: 'grid', gap: vars.space.tight })

export const line = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space.snug,
})

/** The buttons above a list. */
export const buttons = style([line, { marginBlockEnd: vars.space.snug }])

export const duplicateList = style({ display: 'grid', gap: vars.space.tight, marginTop: vars.space.tight })

export const duplicate = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: vars.space.snug,
  overflowWrap: 'anywhere',
})

/** Fields that are laid out as if they had no box around them. */
export const checkedFields = style({ display: 'contents' })
