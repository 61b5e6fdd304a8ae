import { style } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

export const tabs = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', minHeight: 0 })

export const list = style({
  display: 'flex',
  gap: vars.space.loose,
  overflowX: 'auto',
  borderBottom: `1px solid ${vars.line.hair}`,
  scrollbarWidth: 'none',
})

export const tab = style({
  position: 'relative',
  display: 'inline-flex',
  flex: 'none',
  alignItems: 'center',
  gap: vars.space.tight,
  minHeight: '40px',
  borderRadius: vars.radius.small,
  color: vars.ink.muted,
  cursor: 'pointer',
  selectors: {
    '&:hover': { color: vars.ink.regular },
    '&[aria-selected="true"]': { color: vars.ink.regular, fontWeight: vars.weight.strong },
    '&[aria-selected="true"]::after': {
      content: '',
      position: 'absolute',
      insetInline: 0,
      bottom: 0,
      height: '2px',
      background: vars.accent.fill,
      forcedColorAdjust: 'none',
    },
    '&:focus-visible': { outline: `2px solid ${vars.focus}`, outlineOffset: '-2px' },
  },
  '@media': { [media.touch]: { minHeight: vars.control.touch } },
})

export const count = style({
  color: vars.ink.muted,
  fontSize: vars.size.small,
  fontVariantNumeric: 'tabular-nums',
})

export const panel = style({ paddingTop: vars.space.regular, borderRadius: vars.radius.small })
