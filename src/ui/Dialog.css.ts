import { globalStyle, keyframes, style, styleVariants } from '@vanilla-extract/css'
import { media, vars } from './theme.css.ts'

const fade = keyframes({ from: { opacity: 0 } })
const rise = keyframes({ from: { opacity: 0, transform: 'translateY(8px)' } })

// On touch screens, react-aria hides a sheet with a focused field until an on-screen keyboard appears.
// Without such a keyboard that takes 600 ms, and users press the button again.
const atOnce = {
  '&[style*="clip-path"]': {
    opacity: '1 !important' as '1',
    clip: 'auto !important',
    clipPath: 'none !important',
    maskImage: 'none !important',
  },
}

export const scrim = style({
  position: 'fixed',
  zIndex: vars.layer.overlay,
  inset: 0,
  // The part of the page that an on-screen keyboard leaves.
  height: 'var(--visual-viewport-height, 100dvh)',
  display: 'grid',
  placeItems: 'center',
  gridTemplateColumns: 'minmax(0, 1fr)',
  padding: vars.space.regular,
  background: vars.surface.scrim,
  selectors: atOnce,
  animation: `${fade} ${vars.time.quick} ease-out`,
  '@media': {
    [media.phone]: { alignItems: 'end', padding: `${vars.space.loose} 0 0` },
    print: { position: 'static', display: 'block', height: 'auto', padding: 0, background: 'none' },
  },
})

/** Keeps a growing dialog at the top, so that nothing in it moves while content loads. */
const above = '6dvh'

/** On a phone, a dialog is at the bottom of the screen. If it grew, its top would move, so it has its full height at once. */
const heightOnPhone = 'calc(var(--visual-viewport-height, 100dvh) - 24px)'

const scrimOfGrowing = style([
  scrim,
  {
    alignItems: 'start',
    paddingTop: above,
    '@media': { [media.phone]: { alignItems: 'end', padding: `${vars.space.loose} 0 0` } },
  },
])

/** On a phone the dialog covers the whole page. */
const scrimOfTall = style([scrim, { '@media': { [media.phone]: { padding: 0 } } }])

// Prints only the open dialog, on as many sheets as it needs.
globalStyle(`body:has(${scrim}) > :not(${scrim}):not(:has(${scrim}))`, {
  '@media': { print: { display: 'none' } },
})

// The scroll bar's gutter is outside the scrims and can only have a color. Without it, the gutter would stay
// bright.
for (const [open, background] of [
  [scrim, vars.surface.dimmed],
  [`${scrim} ~ ${scrim}`, vars.surface.dimmedTwice],
])
  globalStyle(`html:has(${open})`, { background, '@media': { print: { background: 'none' } } })

const modalBase = style({
  width: '100%',
  outline: 'none',
  selectors: atOnce,
  animation: `${rise} ${vars.time.calm} ease-out`,
})

export const modal = styleVariants(vars.dialog, (maxWidth) => [
  modalBase,
  { maxWidth, '@media': { [media.phone]: { maxWidth: 'none' } } },
])

const dialog = style({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  maxHeight: 'calc(var(--visual-viewport-height, 100dvh) - 32px)',
  border: '1px solid transparent',
  borderRadius: vars.radius.card,
  background: vars.surface.raised,
  boxShadow: vars.shadow.floating,
  outline: 'none',
  '@media': {
    [media.phone]: {
      borderRadius: `${vars.radius.card} ${vars.radius.card} 0 0`,
      maxHeight: heightOnPhone,
    },
    print: { display: 'block', maxHeight: 'none', boxShadow: 'none' },
  },
})

const growing = style([
  dialog,
  {
    maxHeight: `calc(var(--visual-viewport-height, 100dvh) - ${above} - 16px)`,
    '@media': {
      [media.phone]: { height: heightOnPhone, maxHeight: 'none' },
      print: { height: 'auto', maxHeight: 'none' },
    },
  },
])

const tall = style([
  dialog,
  {
    height: 'calc(var(--visual-viewport-height, 100dvh) - 32px)',
    '@media': {
      [media.phone]: {
        height: 'var(--visual-viewport-height, 100dvh)',
        maxHeight: 'none',
        border: 0,
        borderRadius: 0,
      },
    },
  },
])

export const steady = style({
  height: '720px',
  '@media': { [media.phone]: { height: heightOnPhone }, print: { height: 'auto' } },
})

export const scrimOf = { centered: scrim, growing: scrimOfGrowing, tall: scrimOfTall }

export const dialogOf = { centered: dialog, growing, tall }

const inset = { [media.phone]: { paddingInline: vars.space.regular } }

// A phone with text of twice the size: three buttons beside the title would leave no room for a word.
const largeText = '(max-width: 15em)'

export const head = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: `${vars.space.tight} ${vars.space.regular}`,
  padding: `${vars.space.roomy} ${vars.space.loose} ${vars.space.tight}`,
  '@media': { ...inset, [largeText]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const title = style({
  fontSize: vars.size.section,
  lineHeight: vars.leading.section,
  fontWeight: vars.weight.strong,
  letterSpacing: '-0.01em',
  overflowWrap: 'anywhere',
})

// Keeps the line as tall as the title for any button height.
export const close = style({
  display: 'flex',
  gap: vars.space.tight,
  margin: '-6px -8px -6px 0',
  '@media': {
    [media.touch]: { margin: '-10px -12px -10px 0' },
    [largeText]: { margin: '0 -12px -10px 0', justifySelf: 'end' },
    print: { display: 'none' },
  },
})

export const description = style({ gridColumn: '1 / -1', color: vars.ink.muted })

export const body = style({
  flex: '1 1 auto',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  // What does not fit scrolls instead of shrinking.
  gridAutoRows: 'max-content',
  alignContent: 'start',
  gap: vars.space.regular,
  minHeight: 0,
  overflowY: 'auto',
  // A field that gets the focus because of an error shows its message too.
  scrollPaddingBlock: 72,
  padding: `${vars.space.close} ${vars.space.loose} ${vars.space.roomy}`,
  '@media': { ...inset, print: { overflow: 'visible' } },
})

export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: vars.space.snug,
  padding: `${vars.space.close} ${vars.space.loose}`,
  borderTop: `1px solid ${vars.line.hair}`,
  '@media': {
    print: { display: 'none' },
    [media.phone]: {
      flexDirection: 'column-reverse',
      alignItems: 'stretch',
      padding: `${vars.space.close} ${vars.space.regular} calc(${vars.space.close} + env(safe-area-inset-bottom))`,
    },
  },
})

// A dialog without a body keeps a distance between text and buttons.
globalStyle(`${head}:has(+ ${foot})`, { paddingBottom: vars.space.roomy })

// A form around a single button, next to buttons without a form.
globalStyle(`${foot} > form`, { display: 'grid' })
