import { keyframes, style } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

const appear = keyframes({ from: { opacity: 0, transform: 'translateY(-4px)' } })

/** A floating panel next to its opener; its user sets the width. */
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

/** A floating panel as wide as its text, within limits. */
export const popover = style([floating, { minWidth: '200px', maxWidth: 'min(360px, calc(100vw - 16px))' }])

/** An option in a floating panel. */
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

/** The small line below an option's label. */
export const choiceDetail = style({
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
})
