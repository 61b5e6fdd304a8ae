import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'

export const side = style({
  position: 'sticky',
  zIndex: vars.layer.bar,
  top: 0,
  display: 'flex',
  flexDirection: 'column',
  height: '100dvh',
  padding: `${vars.space.roomy} ${vars.space.close} ${vars.space.close}`,
  borderInlineEnd: `1px solid ${vars.line.hair}`,
  background: vars.surface.sunken,
  '@media': {
    [media.rail]: { alignItems: 'center', paddingInline: vars.space.snug },
    // Scrolls with the page. Its own scrolling would clip the labels next to the rail.
    [media.short]: { position: 'relative', height: 'auto' },
    [media.phone]: {
      position: 'fixed',
      inset: 'auto 0 0',
      display: 'block',
      height: 'auto',
      padding: `0 ${vars.space.snug} env(safe-area-inset-bottom)`,
      borderInlineEnd: 0,
      borderTop: `1px solid ${vars.line.hair}`,
    },
    print: { display: 'none' },
  },
})

export const brandPlace = style({
  padding: `0 ${vars.space.snug} ${vars.space.roomy}`,
  '@media': { [media.rail]: { paddingInline: 0 }, [media.phone]: { display: 'none' } },
})

const offRail = { '@media': { [media.rail]: { display: 'none' } } }

export const brandWords = style({ minWidth: 0, ...offRail })

export const items = style({
  listStyle: 'none',
  display: 'grid',
  gap: vars.space.hair,
  '@media': {
    [media.phone]: {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-around',
      height: vars.page.bar,
    },
  },
})

/** A place on the bottom bar. Long words get more room than short ones. */
export const place = style({ '@media': { [media.phone]: { flex: '1 1 auto', minWidth: 0 } } })

export const offBar = style({ '@media': { [media.phone]: { display: 'none' } } })

export const onBar = style([place, { display: 'none', '@media': { [media.phone]: { display: 'block' } } }])

export const item = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.close,
  minHeight: vars.control.regular,
  paddingInline: vars.space.close,
  borderRadius: vars.radius.control,
  color: vars.ink.muted,
  transition: `background-color ${vars.time.quick}, color ${vars.time.quick}`,
  ':hover': { color: vars.ink.regular, background: vars.surface.ground },
  selectors: {
    '&[aria-current]': {
      background: vars.surface.raised,
      color: vars.ink.regular,
      fontWeight: vars.weight.strong,
      boxShadow: `0 0 0 1px ${vars.line.hair}`,
    },
    '&[aria-current]::before': {
      content: '',
      position: 'absolute',
      insetBlock: '8px',
      insetInlineStart: 0,
      width: '3px',
      borderRadius: vars.radius.small,
      background: vars.accent.fill,
      forcedColorAdjust: 'none',
    },
  },
  '@media': {
    [media.rail]: { justifyContent: 'center', width: vars.control.touch, minHeight: '40px', padding: 0 },
    [media.phone]: {
      flexDirection: 'column',
      gap: vars.space.hair,
      width: '100%',
      minWidth: 0,
      minHeight: '3.25rem',
      selectors: {
        '&[aria-current]': { background: 'transparent', color: vars.ink.accent, boxShadow: 'none' },
        '&[aria-current]::before': {
          insetBlock: '-4px auto',
          insetInline: '18px',
          width: 'auto',
          height: '3px',
          background: vars.accent.fill,
        },
      },
    },
    [media.forced]: {
      selectors: { '&[aria-current]': { outline: '2px solid Highlight', outlineOffset: '-2px' } },
    },
  },
})

/** The label of an item: a line of text, a tooltip next to the rail's icon, or below the icon on the bar. */
export const itemLabel = style({
  minWidth: 0,
  '@media': {
    [media.railOnly]: {
      position: 'absolute',
      insetInlineStart: 'calc(100% + 10px)',
      padding: `${vars.space.tight} ${vars.space.snug}`,
      borderRadius: vars.radius.control,
      background: vars.ink.regular,
      color: vars.surface.raised,
      fontSize: vars.size.small,
      lineHeight: vars.leading.small,
      fontWeight: vars.weight.regular,
      whiteSpace: 'nowrap',
      pointerEvents: 'none',
      opacity: 0,
      selectors: { [`${item}:hover > &, ${item}:focus-visible > &`]: { opacity: 1 } },
    },
    [media.phone]: {
      maxWidth: '100%',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      fontSize: vars.size.small,
      lineHeight: vars.leading.small,
    },
    [media.tiny]: { position: 'absolute', width: '1px', height: '1px', clipPath: 'inset(50%)' },
  },
})

export const itemCount = style({
  marginInlineStart: 'auto',
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  fontWeight: vars.weight.regular,
  fontVariantNumeric: 'tabular-nums',
  ...offRail,
})

export const foot = style({
  display: 'grid',
  gap: vars.space.snug,
  marginTop: 'auto',
  paddingTop: vars.space.close,
  borderTop: `1px solid ${vars.line.hair}`,
  '@media': { [media.rail]: { justifyItems: 'center' }, [media.phone]: { display: 'none' } },
})

export const person = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.close,
  minWidth: 0,
  paddingInline: vars.space.snug,
  '@media': { [media.railOnly]: { paddingInline: 0 } },
})

export const personWords = style({
  minWidth: 0,
  '@media': { [media.railOnly]: { display: 'none' } },
})

export const personName = style({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontWeight: vars.weight.strong,
})

export const personRole = style({
  display: 'block',
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
})

export const footActions = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space.tight,
  '@media': { [media.railOnly]: { flexDirection: 'column-reverse' } },
})

export const signOutWord = style(offRail)

export const sheet = style({
  position: 'fixed',
  zIndex: vars.layer.overlay, // for tools that do not know that it is in the top layer (axe)
  inset: 'auto 0 0',
  width: '100%',
  maxWidth: 'none',
  margin: 0,
  padding: `${vars.space.close} ${vars.space.close} calc(${vars.space.close} + env(safe-area-inset-bottom))`,
  border: 0,
  borderTop: `1px solid ${vars.line.hair}`,
  borderRadius: `${vars.radius.card} ${vars.radius.card} 0 0`,
  background: vars.surface.raised,
  color: vars.ink.regular,
  boxShadow: vars.shadow.floating,
  '::backdrop': { background: vars.surface.scrim },
})

export const sheetItems = style({ listStyle: 'none', display: 'grid', paddingBottom: vars.space.close })

export const sheetItem = style({
  display: 'flex',
  width: '100%',
  cursor: 'pointer',
  textAlign: 'start',
  alignItems: 'center',
  gap: vars.space.close,
  minHeight: vars.row,
  paddingInline: vars.space.close,
  borderRadius: vars.radius.control,
  selectors: {
    '&[aria-current]': {
      background: vars.accent.wash,
      color: vars.ink.accent,
      fontWeight: vars.weight.strong,
    },
  },
})

export const sheetFoot = style({
  display: 'grid',
  gap: vars.space.close,
  paddingTop: vars.space.close,
  borderTop: `1px solid ${vars.line.hair}`,
})

export const sheetCount = style({
  marginInlineStart: 'auto',
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
  fontVariantNumeric: 'tabular-nums',
})
