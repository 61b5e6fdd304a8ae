import { HOUR_HEIGHT } from './Calendar.css.ts'

/** The hours of the day that the grid shows. */
export type Hours = { first: number; last: number }

/** The place of a span of minutes in a column. */
export const placeOf = (from: number, to: number, { first }: Hours) => ({
  top: `${((from - first * 60) * HOUR_HEIGHT) / 60}px`,
  height: `${((to - from) * HOUR_HEIGHT) / 60}px`,
})

/** The place of a lane next to others. */
export const laneOf = (lane: number, lanes: number) =>
  lanes > 1 ? { left: percent(lane / lanes), width: percent(1 / lanes) } : {}

/** Two digits are exact enough to a tenth of a pixel, and a full week has many of them. */
const percent = (share: number) => `${Math.round(10_000 * share) / 100}%`
