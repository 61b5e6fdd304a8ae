import { globalStyle, style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'

/** The operator's guide, whose elements come from Markdown and have no classes. */
export const guide = style({
  padding: vars.space.loose,
  // Not `anywhere`, with which narrow columns of a table would break every word.
  overflowWrap: 'break-word',
  '@media': { [media.phone]: { padding: vars.space.regular } },
})

export const contents = style({
  columns: '16rem',
  listStyle: 'none',
  margin: `0 0 ${vars.space.loose}`,
  padding: 0,
})

globalStyle(`${contents} a`, { display: 'inline-block', paddingBlock: vars.space.tight, marginBlock: 0 })
globalStyle(`${guide} > :is(p, ul, ol, pre, div)`, { maxWidth: '52rem', margin: `0 0 ${vars.space.regular}` })
globalStyle(`${guide} :is(h2, h3)`, {
  margin: `${vars.space.loose} 0 ${vars.space.snug}`,
  fontWeight: vars.weight.strong,
  scrollMarginTop: vars.space.regular,
})
globalStyle(`${guide} h2`, { fontSize: vars.size.section, lineHeight: vars.leading.section })
globalStyle(`${guide} :is(h2, h3):target`, { color: vars.ink.accent })
globalStyle(`${guide} > :is(ul, ol)`, { paddingInlineStart: '1.25rem' })
globalStyle(`${guide} li > :is(ul, ol, pre, p)`, { margin: `${vars.space.snug} 0` })
globalStyle(`${guide} strong`, { fontWeight: vars.weight.strong })
globalStyle(`${guide} code`, { fontSize: vars.size.small })
globalStyle(`${guide} pre`, {
  overflowX: 'auto',
  padding: `${vars.space.close} ${vars.space.regular}`,
  border: `1px solid ${vars.line.hair}`,
  borderRadius: vars.radius.control,
  overflowWrap: 'normal',
})
globalStyle(`${guide} div:has(> table)`, { overflowX: 'auto' })
globalStyle(`${guide} table`, { borderCollapse: 'collapse', minWidth: '32rem', width: '100%' })
globalStyle(`${guide} :is(th, td)`, {
  padding: `${vars.space.tight} ${vars.space.close}`,
  borderBottom: `1px solid ${vars.line.hair}`,
  textAlign: 'start',
  verticalAlign: 'top',
})
