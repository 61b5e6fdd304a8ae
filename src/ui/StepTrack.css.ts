import { style, styleVariants } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

export const track = style({
  display: 'flex',
  alignItems: 'center',
  gap: '3px',
  height: '8px',
  marginBlockStart: vars.space.tight,
})

const base = style({
  flex: 'none',
  width: '22px',
  height: '4px',
  borderRadius: vars.radius.small,
  forcedColorAdjust: 'none',
})

const filled = { '@media': { [media.forced]: { background: 'CanvasText' } } }

export const segment = styleVariants({
  past: [base, { background: vars.accent.fill, ...filled }],
  current: [base, { background: vars.accent.fill, height: '8px', ...filled }],
  ahead: [base, { background: vars.line.strong, '@media': { [media.forced]: { background: 'GrayText' } } }],
})

export const muted = styleVariants({
  past: { background: vars.ink.muted },
  current: { background: vars.ink.muted },
  ahead: {},
})

export const struck = style({
  position: 'relative',
  width: 'max-content',
  '::after': {
    content: '',
    position: 'absolute',
    insetInline: '-3px',
    top: '50%',
    borderTop: `1px solid ${vars.ink.muted}`,
  },
})
