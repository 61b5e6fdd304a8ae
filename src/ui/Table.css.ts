import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { flash } from './flash.css.ts'
import { media, vars } from './theme.css.ts'

export const table = style({ width: '100%', '@media': { [media.phone]: { display: 'block' } } })

export const head = style({ '@media': { [media.phone]: { display: 'none' } } })

export const body = style({ '@media': { [media.phone]: { display: 'block' } } })

export const row = style({
  position: 'relative',
  height: vars.row,
  transition: `background-color ${vars.time.quick}`,
  selectors: {
    '&:not(:last-child)': { borderBottom: `1px solid ${vars.line.hair}` },
    'tbody &:hover': { background: vars.surface.hover },
    '&[data-changed]': { animation: flash },
    'tbody &:is([aria-selected="true"], [data-selected])': { background: vars.accent.wash },
  },
  '@media': {
    [media.phone]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gap: `${vars.space.tight} ${vars.space.close}`,
      height: 'auto',
      padding: `${vars.space.close} ${vars.space.regular}`,
    },
    [media.small]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
})

const edge = {
  ':first-child': { paddingInlineStart: vars.space.roomy },
  ':last-child': { paddingInlineEnd: vars.space.regular },
}

export const headCell = style({
  ...edge,
  position: 'sticky',
  // Above the buttons of the rows.
  zIndex: 2,
  top: 0,
  height: '36px',
  padding: `${vars.space.tight} ${vars.space.close}`,
  background: vars.surface.raised,
  boxShadow: `inset 0 -1px 0 ${vars.line.hair}`,
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  fontWeight: vars.weight.strong,
  textAlign: 'start',
  whiteSpace: 'nowrap',
})

export const sort = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space.tight,
  minHeight: '24px',
  borderRadius: vars.radius.small,
  fontWeight: 'inherit',
  ':hover': { color: vars.ink.regular },
  selectors: { '[aria-sort] > &': { color: vars.ink.regular } },
})

export const sortMark = style({
  opacity: 0,
  selectors: {
    '[aria-sort] &': { opacity: 1 },
    [`${sort}:hover &, ${sort}:focus-visible &`]: { opacity: 1 },
  },
})

export const cell = style({
  ...edge,
  padding: `${vars.space.snug} ${vars.space.close}`,
  verticalAlign: 'middle',
  '@media': { [media.phone]: { display: 'block', padding: '0 !important' } },
})

/** Rows with a checkbox in front. On a phone only while the user selects. */
export const boxed = styleVariants({
  always: { '@media': { [media.phone]: { paddingInlineStart: '56px' } } },
  offPhone: {},
})
globalStyle(`:is(${boxed.always}, ${boxed.offPhone}) > td:first-child`, { paddingInlineStart: '44px' })

export const onPhone = styleVariants({
  show: {},
  hide: { '@media': { [media.phone]: { display: 'none' } } },
  hideEarly: { overflowWrap: 'anywhere', '@media': { [media.narrow]: { display: 'none' } } },
  wide: { '@media': { [media.phone]: { gridColumn: '1 / -1' } } },
  actions: {
    '@media': {
      [media.phone]: { gridColumn: 2, gridRow: 1 },
      [media.small]: { gridColumn: '1 / -1', gridRow: 'auto' },
    },
  },
  corner: {
    '@media': {
      [media.phone]: { gridColumn: 2, alignSelf: 'end', textAlign: 'end' },
      [media.small]: { gridColumn: 'auto', textAlign: 'start' },
    },
  },
})

export const extra = style({ '@media': { [media.roomy]: { display: 'none' } } })

export const numeric = style({ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' })

export const end = style({ textAlign: 'end' })

export const rowLink = style({
  display: 'block',
  minWidth: 0,
  overflowWrap: 'anywhere',
  fontWeight: vars.weight.strong,
  // Keeps the focus clear of the sticky head, and of bars at the bottom.
  scrollMarginBlock: '48px 96px',
  '::after': { content: '', position: 'absolute', inset: 0 },
  ':focus-visible': { outline: 'none' },
  selectors: {
    '&:focus-visible::after': {
      outline: `2px solid ${vars.focus}`,
      outlineOffset: '-2px',
      borderRadius: vars.radius.control,
    },
  },
})

export const rowActions = style({
  position: 'relative',
  zIndex: 1,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: vars.space.tight,
  '@media': { [media.small]: { flexWrap: 'wrap', justifyContent: 'flex-start' } },
})

export const revealed = style({
  '@media': {
    [media.hover]: {
      selectors: {
        [`${row}:not(:hover, :focus-within) &`]: { opacity: 0 },
        [`${row}:has([aria-expanded="true"]) &`]: { opacity: 1 },
      },
    },
  },
})
