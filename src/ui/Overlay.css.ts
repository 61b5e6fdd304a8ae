import { keyframes, style } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

const appear = keyframes({ from: { opacity: 0, transform: 'translateY(-4px)' } })

/** A sheet that floats beside what opened it, as wide as its user says. */
export const floating = style({
  overflow: 'auto',
  padding: vars.space.tight,
  border: `1px solid ${vars.line.hair}`,
  borderRadius: vars.radius.card,
  background: vars.surface.raised,
  boxShadow: vars.shadow.floating,
  outline: 'none',
  animation: `${appear} ${vars.time.quick} ease-out`,
})

/** A floating sheet as wide as its text needs, within reason. */
export const popover = style([floating, { minWidth: '200px', maxWidth: 'min(360px, calc(100vw - 16px))' }])

/** A line of a floating sheet that can be chosen. */
export const choice = style({
  display: 'grid',
  alignItems: 'center',
  gap: `0 ${vars.space.snug}`,
  minHeight: vars.control.regular,
  padding: `${vars.space.tight} ${vars.space.snug}`,
  borderRadius: vars.radius.control,
  cursor: 'pointer',
  outline: 'none',
  '@media': {
    [media.touch]: { minHeight: vars.control.touch },
    [media.forced]: { selectors: { '&[data-focused]': { outline: '2px solid Highlight' } } },
  },
})

/** The small line under what a choice says. */
export const choiceDetail = style({
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
})
