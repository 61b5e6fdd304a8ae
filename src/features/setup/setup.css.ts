import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'

/** The steps in two columns, or below each other. */
export const steps = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  listStyle: 'none',
  margin: 0,
  paddingBlock: vars.space.snug,
  '@media': { [media.roomy]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

/** The steps in a dialog: below each other, aligned with its text. */
export const column = style([
  steps,
  {
    gridTemplateColumns: 'minmax(0, 1fr)',
    marginInline: `calc(-1 * ${vars.space.roomy})`,
    '@media': { [media.phone]: { marginInline: `calc(-1 * ${vars.space.regular})` } },
  },
])

/** The links and buttons at the end of a step. */
export const links = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: vars.space.snug,
  // Two buttons beside the text would leave no room for it on a phone.
  '@media': { [media.phone]: { gridColumn: '2 / -1', justifyContent: 'flex-start' } },
})

export const notices = style({ display: 'grid', gap: vars.space.loose, minWidth: 0 })

export const commands = style({
  margin: 0,
  padding: `${vars.space.close} ${vars.space.regular}`,
  borderRadius: vars.radius.control,
  border: `1px solid ${vars.line.hair}`,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
})
