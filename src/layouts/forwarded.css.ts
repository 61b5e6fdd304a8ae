import { globalStyle, style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'

export const facts = style({ display: 'grid', gap: vars.space.close, margin: 0 })
globalStyle(`${facts} dt`, {
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
})
globalStyle(`${facts} dd`, { margin: 0, overflowWrap: 'anywhere' })

export const note = style({ whiteSpace: 'pre-wrap' })

export const files = style({ listStyle: 'none', margin: 0, padding: 0 })

export const file = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: `${vars.space.snug} ${vars.space.regular}`,
  paddingBlock: vars.space.regular,
  borderBlockStart: `1px solid ${vars.line.hair}`,
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start' } },
})

export const name = style({ fontWeight: vars.weight.strong, overflowWrap: 'anywhere' })

export const wide = style({ gridColumn: '1 / -1' })

export const heading = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space.snug,
})

export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space.snug })

/** The document covers a phone; elsewhere a margin of the page remains visible. */
export const viewer = style({
  width: `min(${vars.dialog.tall}, calc(100vw - 32px))`,
  maxWidth: 'none',
  height: 'calc(100dvh - 32px)',
  maxHeight: 'none',
  margin: 'auto',
  padding: 0,
  border: '1px solid transparent',
  borderRadius: vars.radius.card,
  background: vars.surface.raised,
  color: 'inherit',
  boxShadow: vars.shadow.floating,
  selectors: {
    '&[open]': { display: 'flex', flexDirection: 'column' },
    '&::backdrop': { background: vars.surface.scrim },
  },
  '@media': {
    [media.phone]: { width: '100%', height: '100dvh', border: 0, borderRadius: 0 },
  },
})

export const viewerHead = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: vars.space.snug,
  padding: `${vars.space.close} ${vars.space.regular}`,
})

export const viewerTools = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space.snug,
  minHeight: vars.control.regular,
  padding: `0 ${vars.space.regular} ${vars.space.snug}`,
})

export const viewerStatus = style({ marginInlineEnd: 'auto', overflowWrap: 'anywhere' })

export const viewerProblem = style({ padding: vars.space.regular })
