import { style } from '@vanilla-extract/css'
import { choice, choiceDetail } from './Overlay.css.ts'
import { vars } from './theme.css.ts'

export const menu = style({ outline: 'none' })

export const item = style([
  choice,
  {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    selectors: {
      '&[data-focused]': { background: vars.surface.sunken },
      '&[data-disabled]': { color: vars.ink.muted, cursor: 'not-allowed' },
    },
  },
])

export const withIcon = style({ gridTemplateColumns: '16px minmax(0, 1fr) auto' })

export const critical = style({
  color: vars.tone.critical.ink,
  selectors: { '&[data-focused]': { background: vars.tone.critical.wash } },
})

export const icon = style({ color: vars.ink.muted, selectors: { [`${critical} &`]: { color: 'inherit' } } })

export const reason = style([choiceDetail, { display: 'block' }])

export const line = style({ height: '1px', margin: `${vars.space.tight} 0`, background: vars.line.hair })
