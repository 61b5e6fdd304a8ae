import { globalStyle, style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { small } from '#ui/type.css.ts'

export const stack = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space.loose })

export const filters = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space.snug,
  '@media': {
    [media.phone]: { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', alignItems: 'end' },
    print: { display: 'none' },
  },
})

/** The buttons at the end of the filters. */
export const ends = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space.snug,
  marginInlineStart: 'auto',
  '@media': { [media.phone]: { gridColumn: '1 / -1', marginInlineStart: 0 } },
})

export const remark = style({ margin: 0, color: vars.ink.muted })
globalStyle(`${remark} + ${remark}`, { marginTop: vars.space.snug })

export const notPrinted = style({ '@media': { print: { display: 'none' } } })

/** A line below the main text of a cell. */
export const detail = style([small, { display: 'block', overflowWrap: 'anywhere' }])

export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space.snug,
  '@media': { print: { display: 'none' } },
})

/** Buttons at the end of a line, and below its text on a phone. */
export const lineActions = style([actions, { '@media': { [media.phone]: { gridColumn: '1 / -1' } } }])
