import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'
import { reach, strong } from '#ui/type.css.ts'

const besideCalendar = `not all and ${media.rail}`

export const columns = style({
  display: 'grid',
  gap: vars.space.loose,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 8fr) minmax(320px, 4fr)',
  '@media': { [media.rail]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

/** Next to the longer agenda, the calendar stays in view. */
export const calendar = style({
  position: 'sticky',
  top: vars.space.loose,
  minWidth: 0,
  '@media': {
    [media.rail]: { position: 'static' },
    [media.phone]: { selectors: { '[data-phone="agenda"] > &': { display: 'none' } } },
  },
})

export const agenda = style({
  minWidth: 0,
  '@media': { [media.phone]: { selectors: { '[data-phone="calendar"] > &': { display: 'none' } } } },
})

export const phoneSwitch = style({
  display: 'none',
  '@media': { [media.phone]: { display: 'flex', gap: vars.space.snug } },
})

export const dayHead = style([
  strong,
  {
    display: 'flex',
    alignItems: 'baseline',
    gap: vars.space.snug,
    padding: `${vars.space.snug} ${vars.space.roomy}`,
    background: vars.surface.hover,
    borderBottom: `1px solid ${vars.line.hair}`,
    '@media': { [media.phone]: { paddingInline: vars.space.regular } },
  },
])

export const dayList = style({ listStyle: 'none', margin: 0 })

export const row = style({
  display: 'grid',
  gridTemplateColumns: '9rem minmax(0, 1fr) auto',
  gap: `${vars.space.tight} ${vars.space.close}`,
  alignItems: 'start',
  padding: `${vars.space.close} ${vars.space.roomy}`,
  borderBottom: `1px solid ${vars.line.hair}`,
  selectors: {
    '&[aria-busy]': { opacity: 0.6 },
    'section:last-child > ul > &:last-child': { borderBottom: 0 },
  },
  '@media': {
    [besideCalendar]: { gridTemplateColumns: 'minmax(0, 1fr) auto' },
    [media.phone]: {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      paddingInline: vars.space.regular,
    },
    [media.small]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
})

export const when = style({
  display: 'grid',
  justifyItems: 'start',
  gap: vars.space.hair,
  fontVariantNumeric: 'tabular-nums',
  '@media': {
    [media.phone]: { gridColumn: '1 / -1' },
    // Next to the calendar there is no room for three columns.
    [besideCalendar]: {
      gridColumn: '1 / -1',
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: vars.space.snug,
    },
  },
})

export const who = style({ display: 'grid', gap: vars.space.hair, minWidth: 0, overflowWrap: 'anywhere' })

export const patient = style([
  strong,
  reach,
  { borderRadius: vars.radius.small, ':hover': { textDecoration: 'underline' } },
])

export const badges = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space.tight })

export const actions = style({ display: 'flex', justifyContent: 'flex-end' })
