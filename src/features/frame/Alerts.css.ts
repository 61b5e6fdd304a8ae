import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'

export const head = style({
  position: 'sticky',
  zIndex: 1,
  top: 0,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space.close,
  minHeight: '52px',
  padding: `${vars.space.snug} ${vars.space.snug} ${vars.space.snug} ${vars.space.regular}`,
  borderBottom: `1px solid ${vars.line.hair}`,
  background: vars.surface.raised,
})

export const list = style({ listStyle: 'none', margin: 0, padding: vars.space.tight })

export const item = style({
  display: 'grid',
  gridTemplateColumns: '8px minmax(0, 1fr)',
  gap: vars.space.close,
  width: '100%',
  minHeight: vars.row,
  padding: `${vars.space.snug} ${vars.space.close}`,
  border: 0,
  borderRadius: vars.radius.control,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'start',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  ':hover': { background: vars.surface.sunken },
  ':focus-visible': { outline: `2px solid ${vars.focus}`, outlineOffset: '-2px' },
  selectors: { '&[aria-busy="true"]': { cursor: 'progress' } },
})

export const readMark = style({ width: '8px', height: '8px', marginTop: '6px' })

export const unreadMark = style([
  readMark,
  {
    borderRadius: '50%',
    background: vars.accent.fill,
    '@media': { [media.forced]: { background: 'Highlight', forcedColorAdjust: 'none' } },
  },
])

const message = style({ display: 'block' })
export const readMessage = style([message, { color: vars.ink.muted }])
export const unreadMessage = style([message, { fontWeight: vars.weight.strong }])

export const moment = style({
  display: 'block',
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  fontVariantNumeric: 'tabular-nums',
})

export const more = style({ display: 'flex', justifyContent: 'center', padding: vars.space.snug })
