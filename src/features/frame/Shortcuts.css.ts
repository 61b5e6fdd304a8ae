import { style } from '@vanilla-extract/css'
import { vars } from '#ui/theme.css.ts'

export const list = style({ display: 'grid', margin: 0 })

export const line = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space.regular,
  paddingBlock: vars.space.snug,
  selectors: { '& + &': { borderTop: `1px solid ${vars.line.hair}` } },
})

export const keys = style({ display: 'flex', gap: vars.space.tight, margin: 0 })
