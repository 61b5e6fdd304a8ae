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
