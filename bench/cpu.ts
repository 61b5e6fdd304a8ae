import { readdirSync, readFileSync } from 'node:fs'

/** proc(5): Linux always reports 100 ticks per second to programs. */
const TICKS = 100

/** The fields of /proc/<pid>/stat after the name, from the state on. */
const statOf = (pid: number | string): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []

const PARENT = 1
const OWN = [11, 12]
const ENDED_CHILDREN = [13, 14]

const ticks = (stat: string[], fields: number[]): number =>
  fields.reduce((sum, field) => sum + Number(stat[field] ?? 0), 0)

/** The CPU seconds that a process has used, or `null` where the platform does not tell. */
export function cpuSeconds(pid: number | undefined): number | null {
  try {
    return ticks(statOf(String(pid)), OWN) / TICKS
  } catch {
    return null
  }
}

/** The same for PostgreSQL with all its processes, past ones included. */
export function postgresCpuSeconds(postmaster: number): number | null {
  try {
    let sum = ticks(statOf(postmaster), [...OWN, ...ENDED_CHILDREN])
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue
      const stat = statOrNone(name)
      if (stat[PARENT] === String(postmaster)) sum += ticks(stat, OWN)
    }
    return sum / TICKS
  } catch {
    return null
  }
}

/** A process may end at any moment. */
function statOrNone(pid: string): string[] {
  try {
    return statOf(pid)
  } catch {
    return []
  }
}
