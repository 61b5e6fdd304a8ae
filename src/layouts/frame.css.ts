import { globalStyle, style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'

export const frame = style({
  display: 'grid',
  gridTemplateColumns: `${vars.page.sidebar} minmax(0, 1fr)`,
  minHeight: '100dvh',
  '@media': {
    [media.rail]: { gridTemplateColumns: `${vars.page.rail} minmax(0, 1fr)` },
    [media.phone]: {
      display: 'block',
      paddingBottom: `calc(${vars.page.bar} + env(safe-area-inset-bottom))`,
    },
    print: { display: 'block' },
  },
})

export const page = style({
  width: '100%',
  maxWidth: vars.page.width,
  minWidth: 0,
  padding: `28px ${vars.space.wide} ${vars.space.vast}`,
  '@media': {
    [media.rail]: { paddingInline: vars.space.loose },
    [media.phone]: { padding: `${vars.space.regular} ${vars.space.regular} ${vars.space.wide}` },
    print: { maxWidth: 'none', padding: 0 },
  },
})

/** Only on paper: the clinic, who printed the page and when, and the filters. */
export const printHead = style({
  display: 'none',
  '@media': {
    print: {
      display: 'grid',
      gap: vars.space.hair,
      marginBottom: vars.space.regular,
      paddingBottom: vars.space.snug,
      borderBottom: `1px solid ${vars.line.strong}`,
      fontSize: vars.size.small,
      lineHeight: vars.leading.small,
    },
  },
})

/** Says on every screen of the demo clinic that its data is invented. */
export const sample = style({
  marginBottom: vars.space.regular,
  padding: `${vars.space.tight} ${vars.space.close}`,
  borderRadius: vars.radius.control,
  background: vars.tone.info.wash,
  fontSize: vars.size.small,
  lineHeight: vars.leading.body,
  '@media': { print: { display: 'none' } },
})

export const top = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: `${vars.space.close} ${vars.space.regular}`,
  marginBottom: vars.space.loose,
  '@media': {
    [media.phone]: { alignItems: 'center', columnGap: vars.space.snug, marginBottom: vars.space.regular },
  },
})

export const heading = style({
  flex: '1 1 240px',
  minWidth: 0,
  '@media': { [media.phone]: { flexBasis: '160px' }, [media.tiny]: { flexBasis: '100%' } },
})

export const subtitle = style({ color: vars.ink.muted })

/** Too narrow for the title and all actions on one line: the actions come first. */
const tight = '(max-width: 60em)'

export const actions = style({
  display: 'flex',
  flex: '0 1 auto',
  alignItems: 'center',
  gap: vars.space.close,
  minWidth: 0,
  '@media': {
    [tight]: { order: -1, flex: '1 0 100%', justifyContent: 'flex-end' },
    [media.phone]: { display: 'contents' },
    print: { display: 'none' },
  },
})

// The search and the bell after it have the same place on every screen, whatever the title and the main button are.
globalStyle(`${actions} form[role="search"]`, {
  display: 'flex',
  flex: '0 0 16.25rem',
  '@media': {
    [media.phone]: { order: -2, flex: `1 0 calc(100% - ${vars.control.touch} - ${vars.space.snug})` },
  },
})
globalStyle(`${actions} form[role="search"] > *`, { flex: '1 1 0', minWidth: 0 })
globalStyle(`${actions} form[role="search"] + *`, { '@media': { [media.phone]: { order: -1 } } })

export const main = style({ minWidth: 0, ':focus': { outline: 'none' } })
