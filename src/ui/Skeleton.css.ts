import { keyframes, style } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

const breathe = keyframes({ '50%': { opacity: 0.45 } })

export const rows = style({ display: 'grid' })

export const row = style({
  display: 'grid',
  gridTemplateColumns: '2fr 1fr 1fr',
  alignItems: 'center',
  gap: vars.space.loose,
  height: '56px',
  paddingInline: vars.space.roomy,
  borderBottom: `1px solid ${vars.line.hair}`,
  ':last-child': { borderBottom: 0 },
  '@media': { [media.phone]: { gridTemplateColumns: '2fr 1fr' } },
})

export const bar = style({
  display: 'block',
  height: '12px',
  borderRadius: vars.radius.small,
  background: vars.line.hair,
  animation: `${breathe} 1.6s ease-in-out infinite`,
  '@media': {
    [media.phone]: { selectors: { '&:nth-child(3)': { display: 'none' } } },
    [media.forced]: { border: '1px solid GrayText' },
  },
})

export const pulse = style([bar, { width: '3rem', height: '1.5rem', marginBlock: '6px' }])
