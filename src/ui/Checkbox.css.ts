import { style } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

export const checkbox = style({
  // The invisible native checkbox covers the control. It must be positioned here to be scrolled into view on focus.
  position: 'relative',
  display: 'inline-grid',
  gridTemplateColumns: '18px minmax(0, 1fr)',
  gap: vars.space.snug,
  alignItems: 'start',
  paddingBlock: vars.space.tight,
  cursor: 'pointer',
  selectors: { '&[data-disabled]': { opacity: 0.55, cursor: 'not-allowed' } },
  '@media': {
    [media.touch]: { minHeight: vars.control.touch, paddingBlock: vars.space.close },
    print: { display: 'none' },
  },
})

export const box = style({
  display: 'grid',
  placeItems: 'center',
  width: '18px',
  height: '18px',
  marginBlock: '1px',
  border: `1px solid ${vars.line.control}`,
  borderRadius: vars.radius.small,
  background: vars.surface.raised,
  color: vars.ink.onAccent,
  selectors: {
    '[data-selected] > &': { background: vars.accent.fill, borderColor: vars.accent.fill },
    '[data-focus-visible] > &': { outline: `2px solid ${vars.focus}`, outlineOffset: '2px' },
    '[data-invalid] > &': { borderColor: vars.tone.critical.ink },
  },
  '@media': {
    [media.forced]: {
      forcedColorAdjust: 'none',
      background: 'Canvas',
      color: 'HighlightText',
      selectors: { '[data-selected] > &': { background: 'Highlight', borderColor: 'Highlight' } },
    },
  },
})

export const refusal = style({
  display: 'block',
  color: vars.tone.critical.ink,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
})

export const detail = style({
  display: 'block',
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
})
