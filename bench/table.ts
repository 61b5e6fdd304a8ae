/** One line of the report. */
export type Figure = {
  /** The number in QUALITY section 2, such as `P1`. */
  id: string
  what: string
  goal: string
  measured: string
  /** `null` for a figure without a goal. */
  isMet: boolean | null
}

/** A figure whose goal is a maximum ratio. */
export const ratioAtMost = (id: string, what: string, ratio: number, most: number, detail = ''): Figure => ({
  id,
  what,
  goal: `<= ${most}x`,
  measured: `${ratio.toFixed(2)}x${detail && ` (${detail})`}`,
  isMet: ratio <= most,
})

/** A figure whose goal is a maximum time in milliseconds. */
export const msAtMost = (id: string, what: string, ms: number, most: number): Figure => ({
  id,
  what,
  goal: `<= ${most} ms`,
  measured: inMs(ms),
  isMet: ms <= most,
})

export const inMs = (ms: number): string => `${ms < 10 ? ms.toFixed(2) : Math.round(ms)} ms`

const verdict = (isMet: boolean | null) => (isMet === null ? '-' : isMet ? 'meets' : 'misses')

/** The figures as an aligned table. */
export function tableOf(figures: Figure[]): string {
  const lines = [
    ['', 'figure', 'goal', 'measured', 'verdict'],
    ...figures.map(({ id, what, goal, measured, isMet }) => [id, what, goal, measured, verdict(isMet)]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
