import { style } from '@vanilla-extract/css'
import { lightColors, media, vars } from '#ui/theme.css.ts'
import { small } from '#ui/type.css.ts'

/** Two columns of cards, or one on narrow screens. */
export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  alignItems: 'start',
  gap: vars.space.roomy,
  '@media': { [media.rail]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const column = style({ display: 'grid', gap: vars.space.roomy, gridTemplateColumns: 'minmax(0, 1fr)' })

export const person = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'center',
  gap: vars.space.regular,
})

export const name = style({
  fontSize: vars.size.section,
  lineHeight: vars.leading.section,
  fontWeight: vars.weight.strong,
  overflowWrap: 'anywhere',
})

export const address = style([small, { display: 'block', overflowWrap: 'anywhere' }])

export const line = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space.snug,
})

/** A status and its test button: at the end of the line, or together on the next line if both do not fit. */
export const state = style([
  line,
  { flex: 'none', '@media': { [media.phone]: { flex: '1 0 100%', justifyContent: 'space-between' } } },
])

/** The rows of a dialog, aligned with its text. */
export const flush = style({
  marginInline: `calc(-1 * ${vars.space.roomy})`,
  '@media': { [media.phone]: { marginInline: `calc(-1 * ${vars.space.regular})` } },
})

/** Buttons at the end of a row. On a phone they are below it, so that a URL has enough room. */
export const rowEnd = style([line, { '@media': { [media.phone]: { gridColumn: '1 / -1' } } }])

/** A label, with its value at the end of the line. */
export const row = style([
  line,
  {
    justifyContent: 'space-between',
    minHeight: vars.control.small,
    '@media': { [media.touch]: { minHeight: vars.control.touch } },
  },
])

export const rows = style({ display: 'grid', gap: vars.space.close, gridTemplateColumns: 'minmax(0, 1fr)' })

export const word = style([small, { display: 'block', overflowWrap: 'anywhere' }])

export const part = style({ display: 'grid', gap: vars.space.regular, gridTemplateColumns: 'minmax(0, 1fr)' })

/** The hidden file input behind the visible button. */
export const hiddenFile = style({ display: 'none' })

/** Removes the browser's border and spacing of a group of fields. */
const bare = { margin: 0, padding: 0, border: 0, minWidth: 0 }

export const scopes = style({ ...bare, display: 'grid', gap: vars.space.regular })

/** Groups of scopes next to each other, or below each other on a phone. */
export const scopeGroups = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: vars.space.roomy,
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const scopeGroup = style({ ...bare, display: 'grid', alignContent: 'start', justifyItems: 'start' })

export const legend = style({ padding: 0, marginBlockEnd: vars.space.snug })

/** White in every theme, as on the pages for patients, because a logo is made for paper. */
export const logoGround = style({
  padding: vars.space.regular,
  border: `1px solid ${vars.line.hair}`,
  borderRadius: vars.radius.control,
  background: lightColors.values.surface.raised,
})

export const logoPicture = style({
  display: 'block',
  width: 'auto',
  height: 'auto',
  maxWidth: 'min(100%, 240px)',
  maxHeight: '64px',
})
