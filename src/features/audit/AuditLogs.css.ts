import { globalStyle, style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { small } from '#ui/type.css.ts'

export const timeline = style({ margin: 0, padding: 0, listStyle: 'none' })

export const entry = style({
  display: 'grid',
  gridTemplateColumns: '152px minmax(0, 1fr) auto',
  gap: vars.space.close,
  alignItems: 'start',
  padding: `${vars.space.close} ${vars.space.roomy}`,
  justifyItems: 'start',
  selectors: { '& + &': { borderTop: `1px solid ${vars.line.hair}` } },
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', padding: vars.space.close } },
})

export const facts = style([
  small,
  { display: 'flex', flexWrap: 'wrap', columnGap: vars.space.close, overflowWrap: 'anywhere' },
])

export const details = style([
  small,
  {
    margin: `${vars.space.tight} 0 0`,
    fontFamily: vars.font.code,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
])

export const body = style({ minWidth: 0, overflowWrap: 'anywhere' })

export const stack = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space.loose })

/** What one works with, and paper cannot. */
export const onScreen = style({ display: 'contents', '@media': { print: { display: 'none' } } })

export const filterLine = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space.snug,
  padding: `${vars.space.close} ${vars.space.roomy}`,
  borderBottom: `1px solid ${vars.line.hair}`,
  '@media': {
    [media.phone]: {
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      alignItems: 'end',
      paddingInline: vars.space.regular,
    },
  },
})
globalStyle(`${filterLine} select`, { '@media': { [media.phone]: { width: '100%' } } })

/** Takes a full line on a phone. */
export const wholeLine = style({ display: 'grid', '@media': { [media.phone]: { gridColumn: '1 / -1' } } })

/** From one day to another, on one line. */
export const days = style({
  display: 'inline-flex',
  gap: vars.space.snug,
  '@media': { [media.phone]: { display: 'contents' } },
})

export const total = style([small, { whiteSpace: 'nowrap' }])

export const digest = style({ fontFamily: vars.font.code, overflowWrap: 'anywhere' })

export const narrower = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space.regular,
  marginTop: vars.space.snug,
  '@media': { print: { display: 'none' } },
})

export const more = style([small, { marginTop: vars.space.tight }])
globalStyle(`${more} summary`, { cursor: 'pointer', width: 'fit-content' })

// On paper nothing can be opened, so everything is.
globalStyle(`${more}::details-content`, {
  '@media': { print: { contentVisibility: 'visible', display: 'block' } },
})
globalStyle(`${more} summary`, { '@media': { print: { display: 'none' } } })
