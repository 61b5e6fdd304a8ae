/** The area for a drawn signature, in units that do not depend on the screen. */
export const SHEET = { width: 900, height: 300 } as const

/** One stroke: alternating x and y in whole units. */
export type Stroke = number[]

/** A signature as strokes. The type allows only lines, so a client cannot send other content. */
export type Drawing = Stroke[]
