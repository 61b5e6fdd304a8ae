import { globalStyle, style } from '@vanilla-extract/css'
import { vars } from '#ui/theme.css.ts'
import { guide } from './guide.css.ts'

/** The API reference. Its tables have the same columns everywhere. */
export const apiReference = style([guide])

globalStyle(`${apiReference} > :is(p, div)`, { maxWidth: 'none' })
globalStyle(`${apiReference} th`, { width: '28%' })
globalStyle(`${apiReference} th:last-child`, { width: 'auto' })
globalStyle(`${apiReference} :is(p, td) a`, { color: vars.ink.accent, textUnderlineOffset: '3px' })
globalStyle(`${apiReference} p a`, { textDecoration: 'underline' })
