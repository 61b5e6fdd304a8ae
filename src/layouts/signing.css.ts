import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { lightColors, media, vars } from '#ui/theme.css.ts'

/** The document as a sheet of paper, with text legible at arm's length. */
export const paper = style({
  display: 'grid',
  gap: vars.space.close,
  padding: vars.space.wide,
  fontSize: vars.size.reading,
  lineHeight: vars.leading.reading,
  '@media': { [media.phone]: { padding: vars.space.roomy } },
})

const list = {
  display: 'grid',
  gap: vars.space.snug,
  margin: 0,
  paddingInlineStart: vars.space.roomy,
}
export const points = style(list)
globalStyle(`${points} li`, { listStyle: 'disc' })
export const numbered = style(list)
globalStyle(`${numbered} li`, { listStyle: 'decimal' })

export const prose = style({
  display: 'grid',
  gap: vars.space.close,
  fontSize: vars.size.reading,
  lineHeight: vars.leading.reading,
})

/** A sentence of the page, in the form's type size. */
export const sentence = style({ fontSize: vars.size.reading, lineHeight: vars.leading.reading })

/** The patient's progress, next to its description. */
export const track = style({
  display: 'flex',
  gap: vars.space.tight,
  maxWidth: '160px',
  marginBlockEnd: vars.space.tight,
})

const base = style({ flex: 1, height: '4px', borderRadius: vars.radius.small, forcedColorAdjust: 'none' })
export const segment = styleVariants({
  done: [base, { background: vars.accent.fill, '@media': { [media.forced]: { background: 'CanvasText' } } }],
  ahead: [base, { background: vars.line.strong, '@media': { [media.forced]: { background: 'GrayText' } } }],
})

export const agree = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: vars.space.close,
  alignItems: 'start',
  paddingBlock: vars.space.snug,
  fontSize: vars.size.reading,
  lineHeight: vars.leading.reading,
  cursor: 'pointer',
})
const box = { width: vars.space.roomy, height: vars.space.roomy, accentColor: vars.accent.fill }
globalStyle(`${agree} input`, { ...box, marginBlockStart: vars.space.hair })

export const legend = style({ padding: 0, fontWeight: vars.weight.strong })

export const birthday = style({
  display: 'grid',
  gridTemplateColumns: '4.5rem 4.5rem 6.5rem',
  gap: vars.space.close,
  marginBlock: vars.space.snug,
  '@media': { [media.small]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})

export const ways = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `0 ${vars.space.loose}`,
  marginBlock: vars.space.tight,
})

export const way = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.snug,
  minHeight: vars.control.touch,
  cursor: 'pointer',
})
globalStyle(`${way} input`, box)

/** Shown only when JavaScript can draw. */
export const drawn = style({ selectors: { '&[hidden]': { display: 'none' } } })

/** The signature box: as wide as the page allows. Touching it does not scroll the page. */
export const pad = style({
  display: 'block',
  width: '100%',
  aspectRatio: '3 / 1',
  border: `1px solid ${vars.line.control}`,
  borderRadius: vars.radius.control,
  background: vars.surface.raised,
  color: vars.ink.regular,
  touchAction: 'none',
  cursor: 'crosshair',
})

export const padFoot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space.snug,
  marginBlock: vars.space.snug,
})
globalStyle(`${padFoot} > :first-child`, { flex: '1 1 6em' })
export const padButtons = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space.snug })

/** A name in handwriting style. */
export const hand = style({
  fontSize: vars.size.title,
  lineHeight: vars.leading.title,
  fontStyle: 'italic',
  overflowWrap: 'anywhere',
  // The placeholder must not look like a signature.
  selectors: {
    '&[data-waiting]': {
      color: vars.ink.muted,
      fontSize: 'inherit',
      lineHeight: 'inherit',
      fontStyle: 'inherit',
    },
  },
})

export const otherWays = style({
  display: 'grid',
  borderBlockStart: `1px solid ${vars.line.hair}`,
  paddingBlockStart: vars.space.snug,
})

export const otherWay = style({})
globalStyle(`${otherWay} > summary`, {
  display: 'list-item',
  padding: `${vars.space.close} 0`,
  color: vars.ink.accent,
  fontWeight: vars.weight.strong,
})
globalStyle(`${otherWay} > form`, { paddingBlockEnd: vars.space.regular })

/** A link among the other ways to answer, as tall as their headings. */
export const otherLink = style({ paddingBlock: vars.space.close, fontWeight: vars.weight.strong })

/** A hint below a field, legible at arm's length. */
export const hint = style({ fontSize: vars.size.section, lineHeight: vars.leading.section })

export const fingerprint = style({
  display: 'block',
  fontFamily: vars.font.code,
  fontSize: vars.size.small,
  overflowWrap: 'anywhere',
})

/** The clinic's name is the largest name on the page: patients know the clinic and not the product. */
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space.close,
})

export const clinic = style({
  fontSize: vars.size.title,
  lineHeight: vars.leading.title,
  fontWeight: vars.weight.strong,
  overflowWrap: 'anywhere',
})

/** The logo and the name below it. */
export const names = style({ display: 'grid', justifyItems: 'start', gap: vars.space.snug, minWidth: 0 })

/** A logo is made for paper, so it is on white in every theme. In light mode the page has the same color, or nearly. */
export const logo = style({
  display: 'block',
  width: 'auto',
  height: 'auto',
  maxWidth: 'min(100%, 240px)',
  maxHeight: '64px',
  padding: vars.space.tight,
  borderRadius: vars.radius.control,
  background: lightColors.values.surface.raised,
})

export const languages = style({ display: 'flex', alignItems: 'center', gap: vars.space.regular })
globalStyle(`${languages} > *`, { paddingBlock: vars.space.close, fontWeight: vars.weight.strong })

export const foot = style({
  display: 'grid',
  gap: vars.space.tight,
  fontSize: vars.size.section,
  lineHeight: vars.leading.section,
})

/** What another person than the signer fills in. */
export const person = style({ display: 'grid', gap: vars.space.snug, marginBlock: vars.space.snug })

/** The fields of the interpreter, shown once the box above them is checked. */
export const helper = style({
  display: 'grid',
  gap: vars.space.snug,
  selectors: { [`${agree}:has(input:not(:checked)) + &`]: { display: 'none' } },
})
