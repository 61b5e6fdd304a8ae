import { style } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

export const statRow = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  border: `1px solid ${vars.line.hair}`,
  borderRadius: vars.radius.card,
  overflow: 'hidden',
  background: vars.surface.raised,
  '@media': {
    [media.phone]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    [media.tiny]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
})

export const stat = style({
  display: 'block',
  padding: `${vars.space.regular} ${vars.space.roomy}`,
  transition: `background-color ${vars.time.quick}`,
  selectors: {
    'a&:hover': { background: vars.surface.hover },
    '&:focus-visible': { outlineOffset: '-2px' },
    '& + &': { borderInlineStart: `1px solid ${vars.line.hair}` },
  },
  '@media': {
    [media.phone]: {
      padding: `${vars.space.close} ${vars.space.regular}`,
      selectors: {
        '&:nth-child(2n + 1)': { borderInlineStart: 0 },
        '&:nth-child(n + 3)': { borderTop: `1px solid ${vars.line.hair}` },
      },
    },
  },
})

export const label = style({ display: 'block', color: vars.ink.muted })

export const line = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: vars.space.snug,
  minHeight: vars.leading.figure,
})

export const figure = style({
  fontSize: vars.size.figure,
  lineHeight: vars.leading.figure,
  fontWeight: vars.weight.strong,
  letterSpacing: '-0.022em',
  fontVariantNumeric: 'tabular-nums',
})

export const aside = style({
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
})
