import { parseArgs } from 'node:util'
import { amountOf } from '#domain/amount.ts'
import { type Environment, readEnvironment } from '#infra/environment.ts'
import { addRecordsKey } from '#infra/records/recordKeys.ts'
import type { RequestContext } from '#operations/context.ts'
import { type Rotated, type Rotation, rotateRecordKeys } from '#operations/records/rotateRecordKeys.ts'
import { Misuse, runCommand, withServices } from './command.ts'

/** What `--help` prints. */
const help = `Usage: npm run keys:rotate [-- new]

Re-encrypts the key of every record with the newest master key, also while Caseload runs. It can be
interrupted and run again. With "new" it first creates a master key in DATA_DIR; this is only for
keys that are stored there.

Exit codes:
  0  every key uses the newest master key
  1  some keys could not be opened
  2  the rotation could not start`

async function rotateKeys(args: string[]): Promise<number> {
  const [argument, ...others] = parseArgs({ args, allowPositionals: true }).positionals
  if (others.length > 0 || (argument !== undefined && argument !== 'new'))
    throw new Misuse('The only argument is "new"')
  const environment = readEnvironment()
  if (argument !== undefined) createKey(environment)
  const onProgress = ({ rotated, total, failed }: Rotation) =>
    console.log(`${rotated + failed.length} of ${amountOf(total, 'key')}, ${failed.length} failed`)
  const rotate = async (context: RequestContext) => report(await rotateRecordKeys(context, { onProgress }))
  return withServices(environment, 'keys:rotate', rotate, ['RECORDS_KEY'])
}

function createKey({ recordsKeys, dataDir }: Environment): void {
  if (recordsKeys)
    throw new Error(
      'The keys are set in RECORDS_KEY. Add a new key at the front, restart every Caseload server, and then run this command without "new"',
    )
  addRecordsKey(dataDir)
}

function report({ rotated, failed, newest, needed, spare }: Rotated): number {
  console.log(`Re-encrypted with ${newest}: ${amountOf(rotated, 'key')}`)
  for (const id of spare) console.log(`The key ${id} is no longer needed`)
  for (const id of needed.filter((one) => one !== newest)) console.log(`Still needed: ${id}`)
  if (failed.length === 0) return 0
  console.error(
    `${amountOf(failed.length, 'key')} could not be opened, of ${failed.length === 1 ? 'the record' : 'the records'} ${failed.slice(0, 20).join(', ')}`,
  )
  return 1
}

await runCommand(help, rotateKeys)
