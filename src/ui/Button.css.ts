import { keyframes, style, styleVariants } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

const base = style({
  position: 'relative',
  display: 'inline-flex',
  flex: 'none',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space.snug,
  borderWidth: '1px',
  borderStyle: 'solid',
  borderRadius: vars.radius.control,
  fontWeight: vars.weight.strong,
  lineHeight: vars.leading.body,
  whiteSpace: 'nowrap',
  userSelect: 'none',
  transition: `background-color ${vars.time.quick}, border-color ${vars.time.quick}, color ${vars.time.quick}`,
  ':active': { transform: 'translateY(0.5px)' },
  selectors: {
    '&:disabled, &[aria-disabled="true"]': { opacity: 0.55, cursor: 'not-allowed', transform: 'none' },
    '&[aria-busy="true"]': { opacity: 1, cursor: 'progress' },
  },
  '@media': {
    [media.small]: { flex: '0 1 auto', maxWidth: '100%', whiteSpace: 'normal' },
    [media.forced]: {
      selectors: { '&:disabled, &[aria-disabled="true"]': { color: 'GrayText', opacity: 1 } },
    },
    print: { display: 'none' },
  },
})

const live = ':not(:disabled):not([aria-disabled="true"])'

export const variant = styleVariants({
  primary: {
    background: vars.accent.fill,
    borderColor: vars.accent.fill,
    color: vars.ink.onAccent,
    selectors: { [`&:hover${live}`]: { background: vars.accent.hover, borderColor: vars.accent.hover } },
  },
  secondary: {
    background: vars.surface.raised,
    borderColor: vars.line.strong,
    color: vars.ink.regular,
    selectors: {
      [`&:hover${live}, &[aria-expanded="true"]`]: {
        background: vars.surface.hover,
        borderColor: vars.line.control,
      },
    },
  },
  quiet: {
    background: 'transparent',
    borderColor: 'transparent',
    color: vars.ink.muted,
    selectors: {
      [`&:hover${live}, &[aria-expanded="true"]`]: {
        background: vars.surface.sunken,
        color: vars.ink.regular,
      },
    },
  },
  critical: {
    background: vars.tone.critical.ink,
    borderColor: vars.tone.critical.ink,
    color: vars.ink.inverse,
    selectors: { [`&:hover${live}`]: { filter: 'brightness(0.92)' } },
  },
})

export const size = styleVariants({
  regular: [
    base,
    {
      minHeight: vars.control.regular,
      paddingInline: vars.space.close,
      fontSize: vars.size.body,
      '@media': { [media.touch]: { minHeight: vars.control.touch, minWidth: vars.control.touch } },
    },
  ],
  small: [
    base,
    {
      minHeight: vars.control.small,
      paddingInline: vars.space.snug,
      fontSize: vars.size.small,
      gap: vars.space.tight,
      '@media': {
        [media.touch]: {
          minHeight: vars.control.touch,
          minWidth: vars.control.touch,
          paddingInline: vars.space.close,
          fontSize: vars.size.body,
        },
      },
    },
  ],
})

const touchWidth = { '@media': { [media.touch]: { width: vars.control.touch, paddingInline: 0 } } }

export const square = styleVariants({
  regular: { width: vars.control.regular, paddingInline: 0, ...touchWidth },
  small: { width: vars.control.small, paddingInline: 0, ...touchWidth },
})

export const block = style({ width: '100%', justifyContent: 'flex-start' })

export const labelOffPhone = style({
  '@media': {
    [media.phone]: {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
  },
})

export const hiddenWhilePending = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 'inherit',
  opacity: 0,
})

export const contents = style({ display: 'contents' })

const turn = keyframes({ to: { transform: 'rotate(1turn)' } })

export const spinner = style({
  width: vars.icon.regular,
  height: vars.icon.regular,
  flex: 'none',
  borderRadius: '50%',
  border: '2px solid currentColor',
  borderRightColor: 'transparent',
  animation: `${turn} 700ms linear infinite`,
})

export const spinnerOver = style({ position: 'absolute', inset: 0, margin: 'auto' })

export const count = style({
  position: 'absolute',
  // Placed on the drawing, because the button's corner is invisible.
  top: '-3px',
  right: '-3px',
  minWidth: '18px',
  height: '18px',
  paddingInline: vars.space.tight,
  borderRadius: vars.radius.pill,
  background: vars.accent.fill,
  color: vars.ink.onAccent,
  fontSize: vars.size.small,
  lineHeight: '18px',
  fontWeight: vars.weight.strong,
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'center',
  '::before': { content: 'attr(data-count)' },
  '@media': { [media.touch]: { top: '1px', right: '1px' } },
})

export const reasoned = style({ position: 'relative', display: 'inline-flex' })

export const reason = style({
  position: 'absolute',
  zIndex: vars.layer.overlay,
  bottom: 'calc(100% + 6px)',
  right: 0,
  width: 'max-content',
  maxWidth: '260px',
  padding: `${vars.space.tight} ${vars.space.snug}`,
  borderRadius: vars.radius.control,
  background: vars.ink.regular,
  color: vars.surface.raised,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  textAlign: 'left',
  visibility: 'hidden',
  opacity: 0,
  transition: `opacity ${vars.time.quick}`,
  selectors: {
    [`${reasoned}:hover > &, ${reasoned}:focus-within > &`]: { visibility: 'visible', opacity: 1 },
  },
})
