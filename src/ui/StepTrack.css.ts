import { createVar, style, styleVariants } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

export const track = style({
  display: 'flex',
  alignItems: 'center',
  gap: '3px',
  height: '8px',
  marginBlockStart: vars.space.tight,
})

const fill = createVar()

/** Adjacent segments of one look are one element, because a list has many of these lines. */
const base = style({
  flex: 'none',
  width: 'calc(var(--segments) * 25px - 3px)',
  height: '4px',
  background: `repeating-linear-gradient(90deg, ${fill} 0 22px, transparent 22px 25px)`,
  borderRadius: vars.radius.small,
  forcedColorAdjust: 'none',
})

const done = {
  vars: { [fill]: vars.accent.fill },
  '@media': { [media.forced]: { vars: { [fill]: 'CanvasText' } } },
}

export const segments = styleVariants({
  past: [base, done],
  current: [base, done, { height: '8px' }],
  ahead: [
    base,
    { vars: { [fill]: vars.line.strong }, '@media': { [media.forced]: { vars: { [fill]: 'GrayText' } } } },
  ],
})

export const muted = styleVariants({
  past: { vars: { [fill]: vars.ink.muted } },
  current: { vars: { [fill]: vars.ink.muted } },
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
