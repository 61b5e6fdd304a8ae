import { clinicDay, clinicMinute, type Day } from '#domain/dates.ts'

/** The rows of a day: a quarter of an hour each. */
export const STEP = 15
/** Minutes that a block takes at least, so that its words can be read. */
const SHORTEST = 30
const LAST = 24 * 60

type Timed = { scheduledAt: string; duration: number }

/** Where a block stands in its day: minutes since midnight, and which of how many columns beside each other. */
export type Block<One> = { one: One; from: number; to: number; lane: number; lanes: number }

/**
 * The blocks of one day by time. Those that overlap, and only those, stand beside each other: a block takes the first
 * column that is free again. What goes on after midnight ends with its day.
 */
export function blocksOf<One extends Timed>(found: readonly One[], day: Day, timeZone: string): Block<One>[] {
  const blocks = found
    .filter(({ scheduledAt }) => clinicDay(scheduledAt, timeZone) === day)
    .map((one) => {
      const from = Math.floor(clinicMinute(one.scheduledAt, timeZone) / STEP) * STEP
      const to = Math.min(LAST, from + Math.max(SHORTEST, Math.ceil(one.duration / STEP) * STEP))
      return { one, from: Math.min(from, LAST - SHORTEST), to, lane: 0, lanes: 1 }
    })
    .sort((one, other) => one.from - other.from)
  for (const cluster of clustersOf(blocks)) spread(cluster)
  return blocks
}

/** Blocks in a row of which each begins before all those before it have ended. */
function clustersOf<One>(blocks: Block<One>[]): Block<One>[][] {
  const clusters: Block<One>[][] = []
  let end = -1
  for (const block of blocks) {
    if (block.from < end) clusters.at(-1)?.push(block)
    else clusters.push([block])
    end = Math.max(block.from < end ? end : -1, block.to)
  }
  return clusters
}

function spread<One>(cluster: Block<One>[]): void {
  const ends: number[] = []
  for (const block of cluster) {
    const free = ends.findIndex((end) => end <= block.from)
    block.lane = free === -1 ? ends.length : free
    ends[block.lane] = block.to
  }
  for (const block of cluster) block.lanes = ends.length
}

/** The hours to show: a working day, longer where something lies outside of it. */
export function hoursOf(blocks: readonly Block<unknown>[]): { first: number; last: number } {
  const first = Math.min(8, ...blocks.map(({ from }) => Math.floor(from / 60)))
  const last = Math.max(18, ...blocks.map(({ to }) => Math.ceil(to / 60)))
  return { first, last }
}
