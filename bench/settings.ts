import { parseArgs } from 'node:util'

/** How this run of the bench was asked for. */
export type Settings = {
  /** Patients in the large database; the small one holds `SMALL`. */
  rows: number
  rounds: number
  /** Seconds of one measurement in a round. */
  seconds: number
  warmUpSeconds: number
  /** Requests of one measurement where requests are counted and not seconds. */
  samples: number
  /** What is measured; everything when empty. */
  only: string[]
}

/** Patients in the database that growth is measured from. */
export const SMALL = 1000

/** Rows of the audit trail for each patient of the large database; the small one holds one for each. */
export const AUDITED = 10

const usage = 'Usage: npm run bench -- [--rows 100000] [--rounds 5] [--quick] [--only P15]'

/** Reads the command line; ends the process with a sentence where it cannot be used. */
export function readSettings(): Settings {
  try {
    const { values } = parseArgs({
      options: {
        rows: { type: 'string', default: '100000' },
        rounds: { type: 'string', default: '5' },
        quick: { type: 'boolean', default: false },
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
  throw new Error(`${text} must be a whole number from ${least} on`)
}
