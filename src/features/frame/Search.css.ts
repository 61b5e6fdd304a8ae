import { style } from '@vanilla-extract/css'

/** The form takes no part in the layout: its field sits straight in the header. */
export const searchForm = style({ display: 'contents' })
