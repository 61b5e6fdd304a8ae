import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'

export const skip = style({
  position: 'fixed',
  zIndex: vars.layer.toast,
  top: vars.space.snug,
  left: vars.space.snug,
  padding: `${vars.space.close} ${vars.space.regular}`,
  borderRadius: vars.radius.control,
  background: vars.accent.fill,
  color: vars.ink.onAccent,
  fontWeight: vars.weight.strong,
  selectors: { '&:not(:focus)': { transform: 'translateY(-200%)' } },
  '@media': { print: { display: 'none' } },
})

/** Hides the shared icons without taking space. */
export const unseen = style({ position: 'absolute', width: 0, height: 0 })

export const markGround = style({ fill: vars.accent.fill, forcedColorAdjust: 'none' })

export const markLines = style({
  fill: 'none',
  stroke: vars.ink.onAccent,
  strokeWidth: 2.2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
})

export const brand = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.snug,
  borderRadius: vars.radius.control,
})

export const brandName = style({
  fontSize: vars.size.section,
  lineHeight: vars.leading.section,
  fontWeight: vars.weight.strong,
  letterSpacing: '-0.012em',
})

export const brandDetail = style({
  display: 'block',
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  fontWeight: vars.weight.regular,
  letterSpacing: 0,
})

/** One centered column: signing, passwords, not found. */
export const plain = style({
  display: 'grid',
  alignContent: 'start',
  justifyItems: 'center',
  gap: vars.space.loose,
  minHeight: '100dvh',
  padding: `${vars.space.vast} ${vars.space.regular}`,
  '@media': { [media.phone]: { padding: `${vars.space.loose} ${vars.space.regular}` } },
})

const column = {
  display: 'grid',
  gap: vars.space.loose,
  gridTemplateColumns: 'minmax(0, 1fr)',
  width: '100%',
}

/** Stacks its children in a column. */
export const stack = style(column)

export const narrow = style({ ...column, maxWidth: vars.page.narrow })

/** Pages with tables. */
export const wide = style({ ...column, maxWidth: vars.page.tables })

export const reading = style({ ...column, maxWidth: vars.page.reading })

/** Pages that patients read: text of 18 px, hints of 16 px, and no muted ink, for a contrast of 7:1. */
export const legible = style([
  reading,
  {
    fontSize: vars.size.reading,
    lineHeight: vars.leading.reading,
    vars: {
      [vars.size.body]: vars.size.reading,
      [vars.leading.body]: vars.leading.reading,
      [vars.size.small]: vars.size.section,
      [vars.leading.small]: vars.leading.section,
      [vars.ink.muted]: vars.ink.regular,
    },
    '@media': {
      '(prefers-contrast: more)': {
        vars: {
          [vars.line.hair]: vars.ink.regular,
          [vars.line.strong]: vars.ink.regular,
          [vars.line.control]: vars.ink.regular,
          [vars.ink.accent]: vars.ink.regular,
        },
      },
    },
  },
])

export const split = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)',
  minHeight: '100dvh',
  '@media': { [media.phone]: { display: 'block' } },
})

export const promise = style({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  gap: vars.space.vast,
  padding: vars.space.vast,
  borderInlineEnd: `1px solid ${vars.line.hair}`,
  background: vars.surface.sunken,
  '@media': {
    [media.phone]: {
      gap: vars.space.loose,
      padding: `${vars.space.loose} ${vars.space.roomy}`,
      borderInlineEnd: 0,
      borderBottom: `1px solid ${vars.line.hair}`,
    },
  },
})

export const promiseText = style({
  maxWidth: '24ch',
  fontSize: vars.size.figure,
  lineHeight: '2.5rem',
  fontWeight: vars.weight.strong,
  letterSpacing: '-0.022em',
  textWrap: 'balance',
  '@media': {
    [media.phone]: {
      maxWidth: 'none',
      fontSize: vars.size.section,
      lineHeight: vars.leading.section,
      letterSpacing: 0,
    },
  },
})

export const splitMain = style({
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'center',
  padding: vars.space.vast,
  '@media': { [media.phone]: { padding: `${vars.space.wide} ${vars.space.roomy}` } },
})
