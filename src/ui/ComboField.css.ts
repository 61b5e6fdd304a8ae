import { style } from '@vanilla-extract/css'
import { floating } from './Overlay.css.ts'
import { media, vars } from './theme.css.ts'

export const list = style([floating, { width: 'var(--trigger-width)' }])

export const options = style({ outline: 'none' })

export const option = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 16px',
  alignItems: 'center',
  gap: `0 ${vars.space.snug}`,
  minHeight: vars.control.regular,
  padding: `${vars.space.tight} ${vars.space.snug}`,
  borderRadius: vars.radius.control,
  cursor: 'pointer',
  outline: 'none',
  selectors: {
    '&[data-focused]': { background: vars.accent.wash },
    '&[data-selected]': { fontWeight: vars.weight.strong },
    '&[data-disabled]': { opacity: 0.55, cursor: 'not-allowed' },
  },
  '@media': {
    [media.touch]: { minHeight: vars.control.touch },
    [media.forced]: { selectors: { '&[data-focused]': { outline: '2px solid Highlight' } } },
  },
})

export const optionDetail = style({
  gridColumn: 1,
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  fontWeight: vars.weight.regular,
})
