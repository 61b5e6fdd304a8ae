import { style } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

/**
 * The scrolling element includes the field. A list whose options never get the focus could not be scrolled by
 * keyboard (axe).
 */
export const frame = style({
  maxHeight: 'min(480px, 66dvh)',
  overflowY: 'auto',
  scrollPaddingTop: '56px',
})

export const fieldPlace = style({
  position: 'sticky',
  top: 0,
  zIndex: 1,
  padding: `1px 1px ${vars.space.close}`,
  background: vars.surface.raised,
})

export const field = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.snug,
  paddingInline: vars.space.close,
  border: `1px solid ${vars.line.control}`,
  borderRadius: vars.radius.control,
  color: vars.ink.muted,
  selectors: {
    '&:focus-within': { borderColor: vars.accent.fill, outline: `1px solid ${vars.accent.fill}` },
  },
})

export const input = style({
  flex: 1,
  minWidth: 0,
  minHeight: vars.control.regular,
  border: 0,
  background: 'transparent',
  color: vars.ink.regular,
  outline: 'none',
  '::-webkit-search-cancel-button': { display: 'none' },
  '@media': { [media.phone]: { minHeight: '44px' } },
})

export const list = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: vars.space.hair,
  minHeight: '240px',
  outline: 'none',
})

export const title = style({
  padding: `${vars.space.snug} ${vars.space.close} ${vars.space.tight}`,
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
})

export const option = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.close,
  minHeight: vars.control.regular,
  paddingInline: vars.space.close,
  borderRadius: vars.radius.control,
  cursor: 'pointer',
  outline: 'none',
  selectors: {
    '&[data-focused], &[data-hovered]': { background: vars.accent.wash, color: vars.ink.accent },
  },
  '@media': {
    [media.phone]: { minHeight: '44px' },
    [media.forced]: {
      selectors: { '&[data-focused]': { outline: '2px solid Highlight', outlineOffset: '-2px' } },
    },
  },
})

export const words = style({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})

export const detail = style({
  minWidth: 0,
  flexShrink: 1000, // the name is truncated last
  marginInlineStart: 'auto',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: vars.ink.muted,
  fontSize: vars.size.small,
})

export const empty = style({ padding: vars.space.close, color: vars.ink.muted })
