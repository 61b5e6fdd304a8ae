import { setTimeout } from 'node:timers/promises'
import type { TimeStamp, TimeStamps } from '../evidence/timeStamps.ts'
import { STAMP_MAX } from './sealCms.ts'

/** How long a signer waits for a time stamp. Without one, the form is sealed all the same. */
const WAIT_MS = 3000

/** Gets a time stamp of a seal's signature; `null` if there is none. */
export type StampSeal = (signature: Buffer) => Promise<Pick<TimeStamp, 'token' | 'at'> | null>

/** Asks all services at once and takes the first time stamp that fits into a seal. */
export const makeStampSeal =
  ({ services }: Pick<TimeStamps, 'services'>, logFault: (error: unknown) => void): StampSeal =>
  async (signature) => {
    const answered = new AbortController()
    const stamps = services.map(async ({ name, stamp }) => {
      const found = await stamp(signature)
      if (found.token.length > STAMP_MAX) throw new Error(`A time stamp of ${name} is too large for a seal`)
      return found
    })
    const late = setTimeout(WAIT_MS, null, { signal: answered.signal }).then(() => {
      throw new Error(`No time-stamp service answered within ${WAIT_MS / 1000} seconds`)
    })
    try {
      return await Promise.race([Promise.any(stamps), late])
    } catch (error) {
      logFault(new Error('A form was sealed without a time stamp', { cause: error }))
      return null
    } finally {
      answered.abort()
    }
  }
