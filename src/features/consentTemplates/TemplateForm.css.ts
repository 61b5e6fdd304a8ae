import { globalStyle, style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { small } from '#ui/type.css.ts'

/** The text with its preview next to it, or below it on a narrow screen. */
export const beside = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  alignItems: 'start',
  gap: vars.space.loose,
  '@media': { '(max-width: 56.25em)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const column = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space.regular,
})

export const bodyField = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space.snug,
})
globalStyle(`${bodyField} textarea`, { fontFamily: vars.font.code, minHeight: '320px' })

export const tools = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space.tight })

/** Takes no space while it is empty. */
export const unprintable = style({ ':empty': { position: 'absolute' } })

export const problemList = style({
  display: 'grid',
  gap: vars.space.tight,
  margin: 0,
  paddingInlineStart: vars.space.roomy,
})

export const problem = style({
  color: vars.tone.critical.ink,
  overflowWrap: 'anywhere',
})

export const partList = style({ display: 'grid', gap: vars.space.snug, marginTop: vars.space.snug })

export const part = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'start',
  gap: vars.space.snug,
})

export const present = style({ color: vars.tone.caution.ink, lineHeight: vars.leading.body })

export const partText = style({ display: 'grid', overflowWrap: 'anywhere' })

export const pane = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space.snug,
})

export const picking = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: vars.space.snug,
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const hash = style([small, { fontFamily: vars.font.code, overflowWrap: 'anywhere' }])
