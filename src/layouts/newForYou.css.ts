import { style } from '@vanilla-extract/css'
import { media, vars } from '#ui/theme.css.ts'

/** Only above the cards of a phone. On wide screens the dashboard has the news, and the table its sorted columns. */
export const news = style({
  display: 'none',
  '@media': {
    [media.phone]: {
      display: 'grid',
      gap: vars.space.snug,
      marginBlockEnd: vars.space.regular,
      padding: vars.space.regular,
      border: `1px solid ${vars.line.hair}`,
      borderRadius: vars.radius.card,
      background: vars.surface.raised,
    },
    print: { display: 'none' },
  },
})

export const list = style({ listStyle: 'none', margin: 0, padding: 0 })

export const item = style({
  display: 'grid',
  alignContent: 'center',
  minHeight: vars.control.touch,
  paddingBlock: vars.space.tight,
  borderBlockStart: `1px solid ${vars.line.hair}`,
  color: 'inherit',
  textDecoration: 'none',
  overflowWrap: 'anywhere',
})

export const name = style({ fontWeight: vars.weight.strong, textDecoration: 'underline' })

export const line = style({
  color: vars.ink.muted,
  fontSize: vars.size.small,
  lineHeight: vars.leading.small,
})

/** A notice between the header and the list. */
export const aboveList = style({ marginBlockEnd: vars.space.loose })
