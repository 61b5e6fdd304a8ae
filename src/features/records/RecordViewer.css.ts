import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { small } from '#ui/type.css.ts'

export const facts = style([
  small,
  {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${vars.space.tight} ${vars.space.close}`,
    fontVariantNumeric: 'tabular-nums',
  },
])

const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space.snug,
  padding: `${vars.space.tight} ${vars.space.loose}`,
  '@media': { [media.phone]: { paddingInline: vars.space.close }, print: { display: 'none' } },
})

export const bar = style([row, { paddingBottom: vars.space.snug }])

export const label = style([small, { marginInlineEnd: 'auto', fontVariantNumeric: 'tabular-nums' }])

export const tools = style([
  row,
  {
    justifyContent: 'space-between',
    minHeight: `calc(${vars.control.small} + 2 * ${vars.space.tight})`,
    borderTop: `1px solid ${vars.line.hair}`,
    '@media': { [media.touch]: { minHeight: `calc(${vars.control.touch} + 2 * ${vars.space.tight})` } },
  },
])

/** Shows and hides the tools on a phone; elsewhere they are always shown. */
export const foldButton = style({ display: 'none', '@media': { [media.phone]: { display: 'block' } } })

export const folded = style({
  display: 'contents',
  '@media': { [media.phone]: { selectors: { [`${tools}:not([data-unfolded]) > &`]: { display: 'none' } } } },
})

export const group = style({ display: 'flex', alignItems: 'center', gap: vars.space.tight })

export const figures = style([
  small,
  { minWidth: '3rem', textAlign: 'center', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
])

export const pageField = style({
  width: '3.5rem',
  height: vars.control.small,
  padding: `0 ${vars.space.snug}`,
  border: `1px solid ${vars.line.control}`,
  borderRadius: vars.radius.control,
  background: vars.surface.raised,
  color: 'inherit',
  font: 'inherit',
  textAlign: 'end',
  fontVariantNumeric: 'tabular-nums',
  '@media': { [media.touch]: { height: vars.control.touch, fontSize: vars.size.section } },
})

export const find = style([group, { '@media': { [media.phone]: { width: '100%' } } }])

export const statusText = style([
  small,
  { padding: `${vars.space.tight} ${vars.space.loose}`, overflowWrap: 'anywhere' },
])

/** The document fills the rest of the dialog. */
export const place = style({
  position: 'relative',
  display: 'grid',
  flex: 1,
  minHeight: 0,
  overflow: 'hidden',
  borderTop: `1px solid ${vars.line.hair}`,
  borderRadius: `0 0 ${vars.radius.card} ${vars.radius.card}`,
  background: vars.surface.sunken,
  '@media': { [media.phone]: { borderRadius: 0 } },
})

export const frame = style({
  gridArea: '1 / 1',
  width: '100%',
  height: '100%',
  border: 0,
  opacity: 0,
  // Read by the script, which passes them to the page in the frame.
  vars: {
    '--viewer-ground': vars.surface.sunken,
    '--viewer-raised': vars.surface.raised,
    '--viewer-ink': vars.ink.regular,
    '--viewer-muted': vars.ink.muted,
    '--viewer-line': vars.line.hair,
    '--viewer-accent': vars.focus,
  },
  selectors: { '&[data-shown]': { opacity: 1 } },
})

export const waiting = style({ gridArea: '1 / 1', padding: vars.space.loose })
