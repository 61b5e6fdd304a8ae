import { readFileSync } from 'node:fs'

/** The resident memory of a process in MB; `NaN` where unknown. */
export const memoryOf = (pid: number | undefined): number => {
  const status = process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : ''
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024)
}

/** The peak growth of a process's memory in MB while `work` runs. */
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
