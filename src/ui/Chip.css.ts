import { style } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

export const chips = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space.snug,
  padding: `${vars.space.close} ${vars.space.roomy}`,
  borderBottom: `1px solid ${vars.line.hair}`,
  '@media': {
    [media.phone]: {
      flexWrap: 'nowrap',
      overflowX: 'auto',
      padding: `${vars.space.snug} ${vars.space.regular}`,
      scrollPaddingInline: vars.space.regular,
      scrollbarWidth: 'none',
    },
  },
})

export const chip = style({
  display: 'inline-flex',
  flex: 'none',
  alignItems: 'center',
  gap: vars.space.tight,
  minHeight: vars.control.small,
  paddingInline: vars.space.close,
  border: `1px solid ${vars.line.strong}`,
  borderRadius: vars.radius.pill,
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  whiteSpace: 'nowrap',
  transition: `background-color ${vars.time.quick}, border-color ${vars.time.quick}`,
  ':hover': { borderColor: vars.line.control, color: vars.ink.regular },
  selectors: {
    '&[aria-current="true"], &[aria-pressed="true"]': {
      background: vars.ink.regular,
      borderColor: vars.ink.regular,
      color: vars.surface.raised,
    },
  },
  '@media': {
    [media.touch]: {
      minHeight: vars.control.touch,
      paddingInline: vars.space.regular,
      fontSize: vars.size.body,
    },
    [media.forced]: {
      selectors: { '&[aria-current="true"], &[aria-pressed="true"]': { outline: '2px solid Highlight' } },
    },
  },
})

export const count = style({
  fontVariantNumeric: 'tabular-nums',
  selectors: { '[aria-current] > &': { opacity: 0.75 } },
})
