import { readFileSync } from 'node:fs'

/** Resident memory of a process in MB, where the machine tells it. */
export const memoryOf = (pid: number | undefined): number => {
  const status = process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : ''
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024)
}

/** By how many MB the memory of a process grew at most while something went on. */
export async function growthDuring(pid: number | undefined, work: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(pid)
  let most = before
  const look = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, 50)
  try {
    await work()
  } finally {
    clearInterval(look)
  }
  return most - before
}
