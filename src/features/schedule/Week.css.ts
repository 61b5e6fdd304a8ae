import { style, styleVariants } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { small, truncate, visuallyHidden } from '#ui/type.css.ts'
import { appointmentLook } from './appointmentLook.ts'

/** The height of a quarter of an hour in pixels. */
export const STEP_HEIGHT = 13

export const wide = style({
  position: 'sticky',
  top: vars.space.loose,
  minWidth: 0,
  '@media': { [media.rail]: { display: 'none' } },
})

export const links = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space.snug })

export const week = style({
  display: 'grid',
  gridTemplateColumns: '3.25rem repeat(7, minmax(0, 1fr))',
  overflow: 'hidden',
})

const head = style([
  small,
  {
    padding: `${vars.space.snug} ${vars.space.tight}`,
    textAlign: 'center',
    borderBottom: `1px solid ${vars.line.hair}`,
    whiteSpace: 'nowrap',
  },
])

export const dayHead = head

export const today = style([head, { background: vars.accent.wash, color: vars.ink.accent }])

export const spoken = visuallyHidden

/** The hour labels, below the day headers. */
export const hours = style({ display: 'grid', marginBlockStart: '33px' })

export const hour = style([
  small,
  { paddingInlineEnd: vars.space.snug, textAlign: 'end', whiteSpace: 'nowrap', translate: '0 -0.5em' },
])

export const day = style({ minWidth: 0, borderInlineStart: `1px solid ${vars.line.hair}` })

export const blocks = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  listStyle: 'none',
  margin: 0,
  backgroundImage: `linear-gradient(${vars.line.hair} 1px, transparent 1px)`,
  backgroundSize: `100% ${4 * STEP_HEIGHT}px`,
})

export const block = style({
  gridColumn: 1,
  minWidth: 0,
  padding: '1px',
})

const openBase = style({
  display: 'grid',
  alignContent: 'start',
  width: '100%',
  height: '100%',
  overflow: 'hidden',
  padding: `${vars.space.hair} ${vars.space.tight}`,
  borderRadius: vars.radius.small,
  borderInlineStart: '3px solid currentColor',
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  fontVariantNumeric: 'tabular-nums',
  ':hover': { filter: 'brightness(0.97)' },
  ':focus-visible': { outlineOffset: '-2px' },
})

export const open = styleVariants(appointmentLook, ({ tone }) => [
  openBase,
  { background: vars.tone[tone].wash, color: vars.tone[tone].ink },
])

export const time = style([truncate, { display: 'block' }])

export const name = style([truncate, { display: 'block', color: vars.ink.regular }])
