import { globalStyle, style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { small } from '#ui/type.css.ts'

export const stack = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space.loose })

export const filterLine = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space.snug,
  '@media': {
    [media.phone]: { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', alignItems: 'end' },
    print: { display: 'none' },
  },
})
globalStyle(`${filterLine} select`, { '@media': { [media.phone]: { width: '100%' } } })

/** The buttons at the end of the filters. */
export const ends = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space.snug,
  marginInlineStart: 'auto',
  '@media': { [media.phone]: { gridColumn: '1 / -1', marginInlineStart: 0 } },
})

export const pair = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: vars.space.loose,
  '@media': { [media.rail]: { gridTemplateColumns: 'minmax(0, 1fr)' }, print: { display: 'block' } },
})
globalStyle(`${pair} > * + *`, { '@media': { print: { marginTop: vars.space.loose } } })

export const tableScroll = style({ overflowX: 'auto', minWidth: 0 })

export const reportTable = style({ width: '100%' })
globalStyle(`${reportTable} :is(th, td)`, {
  padding: `${vars.space.tight} ${vars.space.snug}`,
  textAlign: 'start',
  fontWeight: vars.weight.regular,
  height: '36px',
  overflowWrap: 'break-word',
})
globalStyle(`${reportTable} :is(th, td):first-child`, { paddingInlineStart: 0 })
globalStyle(`${reportTable} tbody tr`, { borderTop: `1px solid ${vars.line.hair}` })
globalStyle(`${reportTable} thead th`, {
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  fontWeight: vars.weight.strong,
})
globalStyle(`${reportTable} tbody a`, { color: vars.ink.accent, fontWeight: vars.weight.strong })
globalStyle(`${reportTable} tbody a:hover`, { textDecoration: 'underline' })

export const number = style({ fontVariantNumeric: 'tabular-nums' })
globalStyle(`${reportTable} .${number}`, { textAlign: 'end' })
globalStyle(`${reportTable} td.${number}`, { whiteSpace: 'nowrap' })
// A day takes at most two lines on a phone: month and day, and the year.
globalStyle(`${reportTable} time`, { display: 'inline-block', minWidth: '3.9em' })
globalStyle(`${reportTable} tbody th`, { minWidth: '6rem' })

/** A bar next to its number; the number is enough on a phone. */
export const barCell = style({ width: '20%', '@media': { [media.phone]: { display: 'none' } } })
globalStyle(`${barCell} svg`, { height: '12px' })

export const numbers = style({})
globalStyle(`${numbers} summary`, {
  width: 'fit-content',
  color: vars.ink.accent,
  fontWeight: vars.weight.strong,
})
globalStyle(`${numbers}::details-content`, {
  '@media': { print: { contentVisibility: 'visible', display: 'block' } },
})
globalStyle(`${numbers} summary`, {
  '@media': { print: { display: 'none' }, [media.touch]: { paddingBlock: '12px' } },
})

export const remark = style([small, { margin: 0 }])
