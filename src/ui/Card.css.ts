import { globalStyle, style } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

export const card = style({
  minWidth: 0,
  background: vars.surface.raised,
  border: `1px solid ${vars.line.hair}`,
  borderRadius: vars.radius.card,
})

globalStyle(`${card}[data-replacing] :is(tbody, ul[role="list"])`, { opacity: 0.45 })

export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${vars.space.snug} ${vars.space.close}`,
  minHeight: '56px',
  padding: `${vars.space.close} ${vars.space.roomy}`,
  borderBottom: `1px solid ${vars.line.hair}`,
  '@media': { [media.phone]: { paddingInline: vars.space.regular } },
})

export const headTitle = style({
  flex: '1 1 auto',
  minWidth: 0,
  fontSize: vars.size.section,
  lineHeight: vars.leading.section,
  fontWeight: vars.weight.strong,
  letterSpacing: '-0.008em',
})

export const headActions = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space.snug,
  minWidth: 0,
  // A search box takes a whole line on a phone.
  '@media': { [media.phone]: { selectors: { '&:has(input[type="search"])': { flex: '1 0 100%' } } } },
})

export const body = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space.regular,
  padding: vars.space.roomy,
  '@media': { [media.phone]: { padding: vars.space.regular } },
})

export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space.close,
  padding: `${vars.space.snug} ${vars.space.roomy}`,
  minHeight: '40px',
  borderTop: `1px solid ${vars.line.hair}`,
  '@media': {
    [media.phone]: { paddingInline: vars.space.regular },
    [media.touch]: { minHeight: '52px' },
    print: { display: 'none' },
  },
})

export const footLink = style({
  display: 'inline-flex',
  alignItems: 'center',
  color: vars.ink.accent,
  fontWeight: vars.weight.strong,
  borderRadius: vars.radius.small,
  textUnderlineOffset: '3px',
  ':hover': { textDecoration: 'underline' },
  '@media': { [media.touch]: { minHeight: vars.control.touch, marginBlock: '-4px' } },
})
