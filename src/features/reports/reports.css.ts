import { globalStyle, style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'

export const choices = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space.close,
  alignItems: 'center',
  '@media': { [media.phone]: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } },
})

globalStyle(`${choices} select`, { '@media': { [media.phone]: { width: '100%' } } })

export const chart = style({
  display: 'block',
  width: '100%',
  maxWidth: '520px',
  marginBottom: vars.space.close,
})
export const axis = style({ fill: vars.ink.muted, fontSize: '12px' })
export const track = style({ fill: vars.surface.sunken })
export const bar = style({ fill: vars.accent.fill, forcedColorAdjust: 'none' })

export const figures = style({ width: '100%', borderCollapse: 'collapse', marginBottom: vars.space.snug })
globalStyle(`${figures} caption`, { textAlign: 'start', paddingBlock: vars.space.tight })
globalStyle(`${figures} th, ${figures} td`, {
  padding: `${vars.space.tight} ${vars.space.snug}`,
  borderTop: `1px solid ${vars.line.hair}`,
  textAlign: 'start',
  fontWeight: vars.weight.regular,
})
export const number = style({ fontVariantNumeric: 'tabular-nums' })
globalStyle(`${figures} .${number}`, { textAlign: 'end' })

/** Shown only in print, instead of the screen. */
export const paper = style({ display: 'none', '@media': { print: { display: 'block' } } })
// An open dialog would be printed too, so the report overrides it.
globalStyle(`body > .${paper}`, { '@media': { print: { display: 'block !important' } } })
globalStyle(`body:has(> .${paper}) > *:not(.${paper})`, {
  '@media': { print: { display: 'none !important' } },
})
globalStyle(`${paper} table`, { width: '100%', borderCollapse: 'collapse', fontSize: '8pt' })
globalStyle(`${paper} th, ${paper} td`, {
  padding: vars.space.hair,
  border: `1px solid ${vars.line.strong}`,
  textAlign: 'start',
  verticalAlign: 'top',
  overflowWrap: 'anywhere',
})

export const line = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: vars.space.close,
  paddingBlock: vars.space.close,
  borderTop: `1px solid ${vars.line.hair}`,
})
export const meter = style({
  display: 'block',
  width: '100%',
  marginTop: vars.space.snug,
  accentColor: vars.accent.fill,
})
export const hashText = style({ fontFamily: vars.font.code, overflowWrap: 'anywhere' })
