import { style } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

export const menu = style({ outline: 'none' })

export const item = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: `0 ${vars.space.snug}`,
  minHeight: vars.control.regular,
  padding: `${vars.space.tight} ${vars.space.snug}`,
  borderRadius: vars.radius.control,
  cursor: 'pointer',
  outline: 'none',
  selectors: {
    '&[data-focused]': { background: vars.surface.sunken },
    '&[data-disabled]': { color: vars.ink.muted, cursor: 'not-allowed' },
  },
  '@media': {
    [media.touch]: { minHeight: vars.control.touch },
    [media.forced]: { selectors: { '&[data-focused]': { outline: '2px solid Highlight' } } },
  },
})

export const withIcon = style({ gridTemplateColumns: '16px minmax(0, 1fr) auto' })

export const critical = style({
  color: vars.tone.critical.ink,
  selectors: { '&[data-focused]': { background: vars.tone.critical.wash } },
})

export const icon = style({ color: vars.ink.muted, selectors: { [`${critical} &`]: { color: 'inherit' } } })

export const reason = style({
  display: 'block',
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
})

export const line = style({ height: '1px', margin: `${vars.space.tight} 0`, background: vars.line.hair })
