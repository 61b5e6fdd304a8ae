import { clinicDay, clinicMinute, type Day } from '#domain/dates.ts'

/** The minutes to which a dragged appointment snaps. */
export const STEP = 15
/** The minimum height of a block in minutes, so that its text is legible. */
export const SHORTEST = 30
const LAST = 24 * 60

type Timed = { scheduledAt: string; duration: number }

/** The position of a block: minutes since midnight, its lane and the number of lanes. */
export type Block<One> = { one: One; from: number; to: number; lane: number; lanes: number }

/** Blocks of one time that have no room of their own. */
export type More = { count: number; from: number; to: number; lanes: number }

/**
 * The blocks of one day by time. Only overlapping blocks are side by side; each takes the first free lane. A block past
 * midnight ends with its day.
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

/** Groups of blocks in which each begins before the earlier ones have all ended. */
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

/**
 * Keeps blocks legible: where more than `most` would be side by side, the last lane says how many more there are.
 */
export function withinLanes<One>(blocks: Block<One>[], most: number): { blocks: Block<One>[]; more: More[] } {
  const shown: Block<One>[] = []
  const more: More[] = []
  for (const cluster of clustersOf(blocks)) {
    if ((cluster[0]?.lanes ?? 0) <= most) {
      shown.push(...cluster)
      continue
    }
    const hidden = cluster.filter(({ lane }) => lane >= most - 1)
    shown.push(...cluster.filter(({ lane }) => lane < most - 1).map((one) => ({ ...one, lanes: most })))
    more.push({
      count: hidden.length,
      from: Math.min(...hidden.map(({ from }) => from)),
      to: Math.max(...hidden.map(({ to }) => to)),
      lanes: most,
    })
  }
  return { blocks: shown, more }
}

/** The hours to show: working hours, extended to fit all blocks. */
export function hoursOf(blocks: readonly { from: number; to: number }[]): { first: number; last: number } {
  const first = Math.min(8, ...blocks.map(({ from }) => Math.floor(from / 60)))
  const last = Math.max(18, ...blocks.map(({ to }) => Math.ceil(to / 60)))
  return { first, last }
}
