import { globalStyle, style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { section, strong } from '#ui/type.css.ts'

/** Looks like paper, because this is the text that will be signed. */
export const sheet = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: vars.space.close,
  padding: vars.space.loose,
  border: `1px solid ${vars.line.hair}`,
  borderRadius: vars.radius.card,
  background: vars.surface.hover,
  overflowWrap: 'anywhere',
  '@media': { [media.phone]: { padding: vars.space.regular } },
})

export const title = section

export const heading = style([strong, { marginTop: vars.space.snug }])

export const points = style({
  display: 'grid',
  gap: vars.space.tight,
  margin: 0,
  paddingInlineStart: vars.space.roomy,
})
globalStyle(`${points} > li`, { listStyle: 'disc' })
globalStyle(`ol.${points} > li`, { listStyle: 'decimal' })
