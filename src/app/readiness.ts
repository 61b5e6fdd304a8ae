import { setTimeout as sleep } from 'node:timers/promises'
import type { Readiness } from '#http/site.ts'

/** Rejects if the part cannot be used. */
type Check = () => Promise<unknown>

/** What a process needs to serve requests. */
export type Needs = { database: Check; storage: Check }

/** How long a check may take, and how long its result is used for further questions. */
const usual = { answerMs: 2000, keepMs: 1000 }

/**
 * Returns a function that checks all needs. Questions during a check and shortly after it share its result, so that
 * callers of `/readyz` cause at most one check a second.
 */
export function makeReadiness(needs: Needs, { answerMs, keepMs } = usual): () => Promise<Readiness> {
  let latest: Promise<Readiness> | undefined
  let usableUntil = Number.POSITIVE_INFINITY

  const find = async (): Promise<Readiness> => {
    const found = await Promise.all(
      Object.entries(needs).map(async ([name, check]) => ((await works(check, answerMs)) ? [] : [name])),
    )
    usableUntil = performance.now() + keepMs
    const notReady = found.flat()
    return { message: notReady.length === 0 ? 'ready' : 'not ready', notReady }
  }
  return () => {
    if (latest && performance.now() < usableUntil) return latest
    usableUntil = Number.POSITIVE_INFINITY
    latest = find()
    return latest
  }
}

async function works(check: Check, answerMs: number): Promise<boolean> {
  const waiting = new AbortController()
  const tooLate = sleep(answerMs, false, { signal: waiting.signal }).catch(() => false)
  const answer = check().then(
    () => true,
    () => false,
  )
  const result = await Promise.race([answer, tooLate])
  waiting.abort()
  return result
}
