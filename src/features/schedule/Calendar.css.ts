import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { flash } from '#ui/flash.css.ts'
import { media, type Tone, vars } from '#ui/theme.css.ts'
import { small, strong, visuallyHidden } from '#ui/type.css.ts'

/** The height of an hour in pixels. */
export const HOUR_HEIGHT = 52

/** The height in pixels of the lower edge of a block, which changes its duration. */
export const HANDLE_HEIGHT = 6

const tones = Object.keys(vars.tone) as Tone[]
const ofTones = <Style>(make: (tone: Tone) => Style) =>
  Object.fromEntries(tones.map((tone) => [tone, make(tone)])) as Record<Tone, Style>

export const links = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space.snug })

export const spoken = visuallyHidden

/** Many columns scroll sideways on a small screen. */
export const scroll = style({ position: 'relative', overflowX: 'auto' })

// As wide as its columns, or the hour labels would scroll away with the first ones.
export const grid = style({ display: 'grid', gridTemplateRows: 'auto auto', minWidth: 'min-content' })

const rows = style({ display: 'grid', gridRow: 'span 2', gridTemplateRows: 'subgrid', minWidth: 0 })

/** The hour labels, which stay in view when the columns scroll. */
export const hours = style([
  rows,
  {
    position: 'sticky',
    insetInlineStart: 0,
    zIndex: 3,
    background: vars.surface.raised,
    display: 'block',
    // Below the heads of the columns.
    gridRow: '2 / span 1',
  },
])

globalStyle(`${hours} > span`, {
  display: 'block',
  height: `${HOUR_HEIGHT}px`,
  paddingInlineEnd: vars.space.snug,
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  textAlign: 'end',
  whiteSpace: 'nowrap',
  translate: '0 -0.5em',
})
globalStyle(`${hours} > span:first-child`, { translate: '0 0' })

export const column = style([
  rows,
  { borderInlineStart: `1px solid ${vars.line.hair}`, gridRow: '1 / span 2' },
])

export const columnHead = style([
  small,
  {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: vars.space.tight,
    padding: `${vars.space.snug} ${vars.space.tight}`,
    borderBottom: `1px solid ${vars.line.hair}`,
    overflowWrap: 'anywhere',
    selectors: {
      // The line also shows where the browser forces its own colors.
      '&[aria-current]': {
        background: vars.accent.wash,
        color: vars.ink.accent,
        borderBottom: `3px solid ${vars.ink.accent}`,
      },
    },
  },
])

export const body = style({
  position: 'relative',
  backgroundImage: `linear-gradient(${vars.line.hair} 1px, transparent 1px)`,
  backgroundSize: `100% ${HOUR_HEIGHT}px`,
})

/** The empty time of a column, under its blocks. */
export const slot = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  ':focus-visible': { outline: 'none' },
})

export const slotMark = style({
  position: 'absolute',
  insetInline: '1px',
  padding: `${vars.space.hair} ${vars.space.tight}`,
  borderRadius: vars.radius.small,
  border: `1px dashed ${vars.line.control}`,
  background: vars.accent.wash,
  color: vars.ink.accent,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  textAlign: 'start',
  opacity: 0,
  selectors: { [`${slot}:focus-visible > &`]: { opacity: 1, outline: `2px solid ${vars.focus}` } },
  '@media': { [media.hover]: { selectors: { [`${slot}:hover > &`]: { opacity: 1 } } } },
})

export const ghost = style({
  position: 'absolute',
  insetInline: '1px',
  zIndex: 3,
  padding: `${vars.space.hair} ${vars.space.tight}`,
  borderRadius: vars.radius.small,
  border: `2px solid ${vars.accent.fill}`,
  background: vars.accent.wash,
  color: vars.ink.accent,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  fontVariantNumeric: 'tabular-nums',
  boxShadow: vars.shadow.floating,
  pointerEvents: 'none',
})

/** A time that is not for booking: hatched, so that it does not depend on color. */
export const shade = style({
  position: 'absolute',
  insetInline: 0,
  overflow: 'hidden',
  padding: vars.space.tight,
  backgroundColor: vars.surface.hover,
  backgroundImage: `repeating-linear-gradient(135deg, transparent 0 7px, ${vars.line.hair} 7px 8px)`,
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  pointerEvents: 'none',
})

export const blocks = style({ listStyle: 'none', margin: 0 })

export const block = style({ position: 'absolute', zIndex: 1, left: 0, width: '100%', padding: '1px' })

// Not a class of its own, because a full week repeats its classes in the page.
const openBase = {
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignContent: 'start',
  columnGap: vars.space.hair,
  width: '100%',
  height: '100%',
  overflow: 'hidden',
  padding: `${vars.space.hair} ${vars.space.tight}`,
  borderRadius: vars.radius.small,
  borderInlineStart: '3px solid currentColor',
  textAlign: 'start',
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  fontVariantNumeric: 'tabular-nums',
  ':hover': { filter: 'brightness(0.97)' },
  ':focus-visible': { outlineOffset: '-2px' },
  selectors: {
    '&[data-movable]': { cursor: 'grab' },
    '&[data-movable]::after': {
      content: '',
      position: 'absolute',
      insetInline: 0,
      bottom: 0,
      height: `${HANDLE_HEIGHT}px`,
      cursor: 'ns-resize',
    },
    // An attribute, because an element in each block would make the page of a full week too large.
    '&::before': {
      content: 'attr(data-initials)',
      gridArea: '1 / 2',
      paddingInline: vars.space.hair,
      border: '1px solid currentColor',
      borderRadius: vars.radius.pill,
      fontWeight: vars.weight.strong,
    },
    '&[data-narrow]::before': { gridArea: 'auto', order: 1 },
    '&[data-lifted]': { opacity: 0.5 },
    // The line, because the flash looks like the color of some providers.
    '&[data-changed]': { animation: flash, boxShadow: `inset 0 0 0 2px ${vars.accent.fill}` },
    '&[data-narrow]': { gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start' },
    '&[data-status="cancelled"]': { textDecoration: 'line-through' },
    '&[data-status="completed"], &[data-status="no_show"]': { borderInlineStartStyle: 'dashed' },
  },
  '@media': { [media.forced]: { border: '1px solid ButtonText' } },
} as const

/** A block in the color of its provider. */
export const open = styleVariants(
  ofTones((tone) => ({ ...openBase, background: vars.tone[tone].wash, color: vars.tone[tone].ink })),
)

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

export const time = style({ ...oneLine, gridArea: '1 / 1' })

export const name = style({
  ...oneLine,
  maxWidth: '100%',
  fontWeight: vars.weight.strong,
  color: vars.ink.regular,
  selectors: { [`${time} ~ &`]: { gridArea: '2 / 1 / auto / span 2' } },
})

globalStyle(`${name} svg`, {
  display: 'inline-block',
  verticalAlign: '-2px',
  marginInlineEnd: vars.space.hair,
})

/** A provider's initials. */
export const tag = styleVariants(
  ofTones((tone) => ({
    flex: 'none',
    justifySelf: 'end',
    paddingInline: vars.space.tight,
    border: `1px solid ${vars.tone[tone].ink}`,
    borderRadius: vars.radius.pill,
    background: vars.tone[tone].wash,
    color: vars.tone[tone].ink,
    fontSize: vars.size.small,
    lineHeight: vars.leading.small,
    fontWeight: vars.weight.strong,
  })),
)

export const more = style([
  style({ ...openBase, selectors: {} }),
  strong,
  {
    gridTemplateColumns: 'auto',
    placeContent: 'center',
    background: vars.surface.sunken,
    color: vars.ink.regular,
  },
])

export const now = style({
  position: 'absolute',
  insetInline: 0,
  zIndex: 2,
  borderBlockStart: `2px solid ${vars.tone.critical.ink}`,
  pointerEvents: 'none',
  '::before': {
    content: '',
    position: 'absolute',
    insetInlineStart: '-4px',
    insetBlockStart: '-5px',
    width: '8px',
    height: '8px',
    borderRadius: vars.radius.pill,
    background: vars.tone.critical.ink,
  },
})

const seven = { display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))' }

export const weekdays = style([small, seven, { textAlign: 'center', paddingBlock: vars.space.snug }])

export const month = style([seven, { listStyle: 'none', margin: 0 }])

export const cell = style({
  minWidth: 0,
  minHeight: '6rem',
  borderBlockStart: `1px solid ${vars.line.hair}`,
  selectors: { '&:not(:nth-child(7n + 1))': { borderInlineStart: `1px solid ${vars.line.hair}` } },
  '@media': { [media.phone]: { minHeight: '4rem' } },
})

export const cellLink = style({
  display: 'grid',
  alignContent: 'start',
  gap: vars.space.hair,
  height: '100%',
  padding: vars.space.tight,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  fontVariantNumeric: 'tabular-nums',
  ':hover': { background: vars.surface.hover },
  ':focus-visible': { outlineOffset: '-2px' },
  selectors: {
    '&[data-outside]': { color: vars.ink.muted, background: vars.surface.hover },
    '&[aria-current]': { background: vars.accent.wash },
    '&[data-changed]': { animation: flash },
  },
  '@media': { [media.forced]: { selectors: { '&[aria-current]': { border: '2px solid Highlight' } } } },
})

export const cellDay = style([strong])

export const cellTotal = style({ '@media': { [media.phone]: visuallyHiddenRules() } })

export const cellTags = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space.tight })

/** On a phone the initials and counts say enough. */
function visuallyHiddenRules() {
  return {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  } as const
}
