import { style, styleVariants } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

/** One element with a drawn box, because a list has many. The box is smaller than what can be pressed. */
const box = style({
  // Above the row's link.
  zIndex: 1,
  display: 'inline-grid',
  placeItems: 'center',
  width: vars.control.small,
  height: vars.control.small,
  margin: 0,
  appearance: 'none',
  cursor: 'pointer',
  borderRadius: vars.radius.small,
  '::before': {
    content: '',
    display: 'grid',
    placeItems: 'center',
    width: '18px',
    height: '18px',
    border: `1px solid ${vars.line.control}`,
    borderRadius: vars.radius.small,
    background: vars.surface.raised,
    color: vars.ink.onAccent,
    fontSize: vars.size.small,
    lineHeight: '1',
  },
  selectors: {
    '&:is(:checked, :indeterminate)::before': {
      background: vars.accent.fill,
      borderColor: vars.accent.fill,
    },
    '&:checked::before': { content: '\\2713' },
    '&:indeterminate::before': { content: '\\2212' },
  },
  '@media': {
    [media.touch]: { width: vars.control.touch, height: vars.control.touch },
    [media.forced]: {
      forcedColorAdjust: 'none',
      '::before': { background: 'Canvas', borderColor: 'CanvasText', color: 'HighlightText' },
      selectors: {
        '&:is(:checked, :indeterminate)::before': { background: 'Highlight', borderColor: 'Highlight' },
      },
    },
  },
})

const inRow = style([
  box,
  { position: 'absolute', insetBlock: 0, insetInlineStart: vars.space.snug, marginBlock: 'auto' },
])

/** In a column header, in a row, and in a row where a phone shows none. */
export const boxes = styleVariants({
  head: [
    box,
    { position: 'relative', verticalAlign: 'middle', marginInlineStart: '-13px', marginInlineEnd: '9px' },
  ],
  row: [inRow],
  rowOffPhone: [inRow, { '@media': { [media.phone]: { display: 'none' } } }],
})
