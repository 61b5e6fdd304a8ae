import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'

export const stack = style({
  display: 'grid',
  gap: vars.space.loose,
  minWidth: 0,
  gridTemplateColumns: 'minmax(0, 1fr)',
})

export const columns = style({
  display: 'grid',
  gap: vars.space.loose,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr) 340px',
  '@media': { [media.roomy]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const quick = style({ display: 'grid', gap: vars.space.snug })

export const news = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: `${vars.space.tight} ${vars.space.regular}`,
  margin: 0,
  padding: `${vars.space.close} ${vars.space.roomy}`,
  '@media': { [media.phone]: { paddingInline: vars.space.regular } },
})

export const appointmentLines = style({ listStyle: 'none', margin: 0, paddingBlock: vars.space.snug })

export const appointmentLine = style({
  display: 'grid',
  gridTemplateColumns: '4.5rem minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: vars.space.close,
  padding: `${vars.space.snug} ${vars.space.roomy}`,
  '@media': {
    [media.phone]: {
      gridTemplateColumns: '4.5rem minmax(0, 1fr)',
      paddingInline: vars.space.regular,
    },
    [media.small]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
})

export const when = style({ whiteSpace: 'nowrap' })

export const who = style({ display: 'grid', overflowWrap: 'anywhere' })

export const deskActions = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space.snug,
  '@media': { [media.phone]: { gridColumn: '2' }, [media.small]: { gridColumn: 'auto' } },
})
