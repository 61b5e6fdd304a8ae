import { setTimeout as sleep } from 'node:timers/promises'
import { makePasswords } from '#infra/passwords.ts'
import { ask, askInTurn, newAgent } from './load.ts'
import { page, signInRequest } from './requests.ts'
import { median, percentile } from './rounds.ts'
import type { Server } from './servers.ts'
import type { BenchDatabase } from './stage.ts'
import { type Figure, inMs, msAtMost } from './table.ts'

const AT_ONCE = 50

/** P7: the time of one password check, and the latency of other requests during 50 concurrent sign-ins. */
export async function signInFigures(product: Server, { staffEmail }: BenchDatabase): Promise<Figure[]> {
  const verifyMs = await verifyTime()
  const health = { ...page(product, '/healthz'), begins: '{"message":"alive"' }
  const agent = newAgent(AT_ONCE)
  const began = performance.now()
  const signIns = Promise.all(
    Array.from({ length: AT_ONCE }, () => ask(agent, signInRequest(product, staffEmail))),
  )
  let isOver = false
  const over = signIns.finally(() => {
    isOver = true
  })
  const beside: number[] = []
  while (!isOver) {
    const [answer] = await askInTurn(1, () => health)
    if (answer) beside.push(answer.totalMs)
    await sleep(5)
  }
  await over
  const allMs = performance.now() - began
  agent.destroy()
  return [
    {
      id: 'P7',
      what: 'one password checked',
      goal: '40 to 250 ms',
      measured: inMs(verifyMs),
      isMet: verifyMs >= 40 && verifyMs <= 250,
    },
    msAtMost('P7', `/healthz p99 during ${AT_ONCE} sign-ins`, percentile(beside, 99), 100),
    msAtMost('P7', `${AT_ONCE} sign-ins at once, all answered`, allMs, 5000),
  ]
}

async function verifyTime(): Promise<number> {
  const { hash, verify } = await makePasswords()
  const kept = await hash('a fresh passphrase')
  const times: number[] = []
  for (let time = 0; time < 9; time += 1) {
    const began = performance.now()
    await verify(kept, 'a fresh passphrase')
    times.push(performance.now() - began)
  }
  return median(times)
}
