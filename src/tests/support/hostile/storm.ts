import { setTimeout as sleep } from 'node:timers/promises'
import { distinctDocument, graphqlRequests, httpRequests, type RawRequest } from './requests.ts'
import { aborted, say, statusIn } from './sockets.ts'

/** The number of hostile requests sent, and how many got each status. Status 0 means that the connection was cut. */
export type Outcome = { sent: number; statuses: Map<number, number> }

/** The time after which a request without a response counts as hung. */
const HUNG_MS = 30_000

const everyRequest = [...graphqlRequests(), ...httpRequests()]

/** The request number `turn`: each kind in order, alternating with documents that are in no cache. */
const requestOf = (turn: number): RawRequest =>
  turn % 2 === 0
    ? distinctDocument(turn)
    : (everyRequest[((turn - 1) / 2) % everyRequest.length] as RawRequest)

type Size = { count: number; atOnce: number; isOver?: () => boolean }

/** Sends `count` requests, several at once, unless `isOver`. Every tenth client disconnects without reading. */
export async function storm(url: string, { count, atOnce, isOver = () => false }: Size): Promise<Outcome> {
  const outcome: Outcome = { sent: 0, statuses: new Map() }
  let next = 0
  const caller = async () => {
    while (next < count && !isOver()) {
      const turn = next++
      const request = requestOf(turn)
      if (turn % 10 === 9) await aborted(url, request.bytes, turn % 20 === 9)
      else await ask(url, request, outcome.statuses)
      outcome.sent += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  return outcome
}

async function ask(url: string, { name, bytes }: RawRequest, statuses: Outcome['statuses']): Promise<void> {
  const { socket, answer } = say(url, bytes)
  const isHung = new AbortController()
  const hung = sleep(HUNG_MS, null, { signal: isHung.signal }).catch(() => '')
  const heard = await Promise.race([answer, hung])
  isHung.abort()
  socket.destroy()
  if (heard === null) throw new Error(`No response in ${HUNG_MS / 1000} s: ${name}`)
  const status = statusIn(heard) ?? 0
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
}
