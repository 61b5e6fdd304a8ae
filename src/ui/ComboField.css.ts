import { style } from '@vanilla-extract/css'
import { choice, choiceDetail, floating } from './Overlay.css.ts'
import { vars } from './theme.css.ts'

export const list = style([floating, { width: 'var(--trigger-width)' }])

export const options = style({ outline: 'none' })

export const option = style([
  choice,
  {
    gridTemplateColumns: 'minmax(0, 1fr) 16px',
    selectors: {
      '&[data-focused]': { background: vars.accent.wash },
      '&[data-selected]': { fontWeight: vars.weight.strong },
      '&[data-disabled]': { opacity: 0.55, cursor: 'not-allowed' },
    },
  },
])

export const optionDetail = style([choiceDetail, { gridColumn: 1, fontWeight: vars.weight.regular }])
