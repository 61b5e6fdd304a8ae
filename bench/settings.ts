import { parseArgs } from 'node:util'

/** The command-line options of this run. */
export type Settings = {
  /** Patients in the large database; the small one holds `SMALL`. */
  rows: number
  rounds: number
  /** Seconds of one measurement in a round. */
  seconds: number
  warmUpSeconds: number
  /** Requests of one measurement that has a fixed count instead of a duration. */
  samples: number
  /** Whether to measure PostGraphile too, which is installed for it from the npm registry. */
  hasPeers: boolean
  /** The figures to measure; all of them when empty. */
  only: string[]
}

/** Patients in the small database, the baseline of the growth figures. */
export const SMALL = 1000

/** Audit rows per patient in the large database. The small one has one per patient. */
export const AUDITED = 10

const usage = 'Usage: npm run bench -- [--rows 100000] [--rounds 5] [--quick] [--peers] [--only P15]'

/** Reads the command line. Prints an error and ends the process if an option is invalid. */
export function readSettings(): Settings {
  try {
    const { values } = parseArgs({
      options: {
        rows: { type: 'string', default: '100000' },
        rounds: { type: 'string', default: '5' },
        quick: { type: 'boolean', default: false },
        peers: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
      },
    })
    const { quick } = values
    return {
      rows: wholeNumber(values.rows, 2 * SMALL),
      rounds: wholeNumber(values.rounds, 5),
      seconds: quick ? 2 : 5,
      warmUpSeconds: quick ? 4 : 10,
      samples: quick ? 60 : 200,
      hasPeers: values.peers,
      only: values.only,
    }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`)
    process.exit(1)
  }
}

function wholeNumber(text: string, least: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= least) return number
  throw new Error(`${text} must be a whole number of at least ${least}`)
}
