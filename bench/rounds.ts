/** The two samples of one round: of the baseline and of the server under test. */
export type Round<Sample> = { base: Sample; other: Sample }

/** Measures both in every round and alternates which goes first, so that noise on the machine affects both alike. */
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

/** Drops the rounds in which the baseline is more than 25 % off its own median: the machine was busy then. */
export function steady<Sample>(rounds: Round<Sample>[], value: (sample: Sample) => number): Round<Sample>[] {
  const usual = median(rounds.map(({ base }) => value(base)))
  return rounds.filter(({ base }) => Math.abs(value(base) - usual) <= STRAY * usual)
}

/** The median over the rounds of `other` divided by `base`. */
export const medianRatio = <Sample>(rounds: Round<Sample>[], value: (sample: Sample) => number): number =>
  median(rounds.map(({ base, other }) => value(other) / value(base)))

/** The lowest and the highest ratio of a round. */
export function spread<Sample>(rounds: Round<Sample>[], value: (sample: Sample) => number): string {
  const ratios = rounds.map(({ base, other }) => value(other) / value(base))
  return `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
}

export const median = (values: number[]): number => percentile(values, 50)

/** The percentile by nearest rank, which is always a measured value. `NaN` for an empty list. */
export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}
