import { globalStyle, style } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

const line = style({
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space.snug,
  padding: `${vars.space.close} ${vars.space.roomy}`,
  borderBottom: `1px solid ${vars.line.hair}`,
  '@media': { print: { display: 'none' } },
})

const onPhone = { padding: `${vars.space.snug} ${vars.space.regular}` }

/** Any number of chips, in lines of similar length so that none is alone; one scrolling line on a phone. */
export const chips = style([
  line,
  {
    display: 'block',
    paddingBlockEnd: vars.space.tight,
    textWrap: 'balance',
    '@media': {
      [media.phone]: {
        ...onPhone,
        display: 'flex',
        flexWrap: 'nowrap',
        overflowX: 'auto',
        scrollbarWidth: 'none',
      },
    },
  },
])

globalStyle(`${chips} > *`, {
  margin: `0 ${vars.space.snug} ${vars.space.snug} 0`,
  verticalAlign: 'middle',
  '@media': { [media.phone]: { margin: 0 } },
})

/** A few chips with selects next to them; two columns without clipping on a phone. */
export const pairs = style([
  line,
  {
    '@media': {
      [media.phone]: {
        ...onPhone,
        display: 'grid',
        // One column if the text is too large for two.
        gridTemplateColumns: `repeat(auto-fit, minmax(max(7rem, calc(50% - ${vars.space.snug})), 1fr))`,
      },
    },
  },
])
globalStyle(`${pairs} > *`, { '@media': { [media.phone]: { justifyContent: 'center' } } })
globalStyle(`${pairs} > span`, {
  flex: '1 1 0',
  // The selected option is not clipped; it wraps if there is no room.
  minWidth: '120px',
  maxWidth: '240px',
  '@media': { [media.phone]: { minWidth: 0, maxWidth: 'none' } },
})
globalStyle(`${pairs} select`, { width: '100%' })

export const chip = style({
  display: 'inline-flex',
  flex: 'none',
  alignItems: 'center',
  gap: vars.space.tight,
  // One line, unless a name is longer than the row.
  maxWidth: '100%',
  overflowWrap: 'anywhere',
  minHeight: vars.control.small,
  paddingInline: vars.space.close,
  border: `1px solid ${vars.line.strong}`,
  borderRadius: vars.radius.pill,
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
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
