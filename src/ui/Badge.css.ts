import { style, styleVariants } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

const base = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space.tight,
  minHeight: '22px',
  paddingInline: `${vars.space.tight} ${vars.space.snug}`,
  border: '1px solid transparent',
  borderRadius: vars.radius.pill,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  fontWeight: vars.weight.strong,
  whiteSpace: 'nowrap',
  '@media': { [media.tiny]: { whiteSpace: 'normal' } },
})

export const badge = styleVariants(vars.tone, ({ ink, wash }) => [base, { color: ink, background: wash }])

export const plain = style({ paddingInlineStart: vars.space.snug })
