import { style, styleVariants } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

const base = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'start',
  gap: vars.space.close,
  padding: `${vars.space.close} ${vars.space.regular}`,
  border: '1px solid transparent',
  borderRadius: vars.radius.control,
  // The actions are below the text. A third column would take their width from it.
  '@media': { [media.phone]: { gridTemplateColumns: 'auto minmax(0, 1fr)' } },
})

export const banner = styleVariants(vars.tone, ({ ink, wash }) => [base, { color: ink, background: wash }])

export const icon = style({ marginTop: vars.space.hair })

export const text = style({ color: vars.ink.regular })

export const title = style({ fontWeight: vars.weight.strong })

export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space.tight,
  margin: '-4px 0',
  '@media': { [media.phone]: { gridColumn: '2', margin: 0 } },
})
