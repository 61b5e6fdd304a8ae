import { globalStyle, style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { small } from '#ui/type.css.ts'

export const timeline = style({ margin: 0, padding: 0, listStyle: 'none' })

export const entry = style({
  display: 'grid',
  gridTemplateColumns: '120px minmax(0, 1fr) auto',
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

export const more = style([small, { marginTop: vars.space.tight }])
globalStyle(`${more} summary`, { cursor: 'pointer', width: 'fit-content' })
