import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { numeric, small, strong } from '#ui/type.css.ts'

export const stack = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space.close,
})

export const line = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: vars.space.snug,
})

export const groupHead = style([
  strong,
  {
    display: 'flex',
    alignItems: 'center',
    gap: vars.space.snug,
    padding: `${vars.space.close} ${vars.space.roomy} 0`,
    '@media': { [media.phone]: { paddingInline: vars.space.regular } },
    selectors: { ':not(nav) + &': { borderTop: `1px solid ${vars.line.hair}` } },
  },
])

export const groupCount = style([small, numeric])

/** Limits a long description to two lines; the dialog shows the rest. */
export const descriptionText = style([
  small,
  {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
])

export const actionsLine = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: vars.space.snug,
  // On a phone, below the text, which needs the whole width.
  '@media': { [media.phone]: { gridColumn: '2 / -1', justifyContent: 'flex-start' } },
})
