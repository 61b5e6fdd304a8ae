import { globalStyle, style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'

/** The document as a sheet of paper, in letters one reads at arm's length. */
export const paper = style({
  display: 'grid',
  gap: vars.space.close,
  padding: vars.space.wide,
  fontSize: vars.size.section,
  lineHeight: vars.leading.section,
  '@media': { [media.phone]: { padding: vars.space.roomy } },
})

export const points = style({
  display: 'grid',
  gap: vars.space.snug,
  margin: 0,
  paddingInlineStart: vars.space.roomy,
})
globalStyle(`${points} li`, { listStyle: 'disc' })

export const agree = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: vars.space.close,
  alignItems: 'start',
  paddingBlock: vars.space.snug,
  cursor: 'pointer',
})
globalStyle(`${agree} input`, {
  width: vars.space.roomy,
  height: vars.space.roomy,
  accentColor: vars.accent.fill,
})

export const fingerprint = style({
  fontFamily: vars.font.code,
  fontSize: vars.size.small,
  overflowWrap: 'anywhere',
})
