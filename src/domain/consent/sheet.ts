/** The sheet a signature is drawn on, in units of its own, whatever screen it was drawn on. */
export const SHEET = { width: 900, height: 300 } as const

/** One movement of the pen: x and y in turn, whole units of the sheet. */
export type Stroke = number[]

/** A signature as the pen moved. It holds no more than a picture of a line, whoever sends it. */
export type Drawing = Stroke[]
