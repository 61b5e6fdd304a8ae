/** What one round measured of the thing compared with, and of the thing compared. */
export type Round<Sample> = { base: Sample; other: Sample }

/** Measures both in every round, taking turns at going first, so that noise on the machine meets both. */
export async function inRounds<Sample>(
  rounds: number,
  measureBase: () => Promise<Sample>,
  measureOther: () => Promise<Sample>,
): Promise<Round<Sample>[]> {
  const measured: Round<Sample>[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const base = await measureBase()
      measured.push({ base, other: await measureOther() })
    } else {
      const other = await measureOther()
      measured.push({ base: await measureBase(), other })
    }
  }
  return measured
}

const STRAY = 0.25

/** Drops the rounds in which the base strays more than 25 % from its own median: the machine was busy then. */
export function steady<Sample>(rounds: Round<Sample>[], value: (sample: Sample) => number): Round<Sample>[] {
  const usual = median(rounds.map(({ base }) => value(base)))
  return rounds.filter(({ base }) => Math.abs(value(base) - usual) <= STRAY * usual)
}

/** The median of the rounds' own ratios, other to base. */
export const medianRatio = <Sample>(rounds: Round<Sample>[], value: (sample: Sample) => number): number =>
  median(rounds.map(({ base, other }) => value(other) / value(base)))

export const median = (values: number[]): number => percentile(values, 50)

/** The nearest rank: a value that was measured. `NaN` of nothing. */
export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}
