import { style } from '@vanilla-extract/css'
import { vars } from './theme.css.ts'

export const zone = style({
  display: 'grid',
  justifyItems: 'center',
  gap: vars.space.snug,
  padding: `${vars.space.roomy} ${vars.space.regular}`,
  border: `1px dashed ${vars.line.control}`,
  borderRadius: vars.radius.card,
  background: vars.surface.sunken,
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  textAlign: 'center',
  transition: `background-color ${vars.time.quick}, border-color ${vars.time.quick}`,
  selectors: {
    '&[data-drop-target]': { borderColor: vars.accent.fill, background: vars.accent.wash },
  },
  '@media': { print: { display: 'none' } },
})

export const message = style({
  color: vars.tone.critical.ink,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  ':empty': { display: 'none' },
  selectors: { '&:not(:empty)': { marginTop: vars.space.tight } },
})
