import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Tells one life of a process id from the next: when that process began, or undefined if none is running (a zombie
 * counts as gone). Ids come round again, in containers within a second, so an id alone proves nothing.
 */
export function processStamp(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxStamp(pid)
  if (process.platform === 'win32') return answersSignals(pid) ? 'running' : undefined
  return askPs(pid, 'lstart')
}

/** The command line of a running process, or '' where it cannot be read. */
export function commandLine(pid: number): string {
  if (process.platform === 'win32') return ''
  if (process.platform !== 'linux') return askPs(pid, 'command') ?? ''
  return readProc(`${pid}/cmdline`).replaceAll('\0', ' ')
}

function linuxStamp(pid: number): string | undefined {
  // proc(5): the name in parentheses may hold spaces, so count from the last one; then state is 1st, start time 20th.
  const fields = readProc(`${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
  const began = fields[19]
  if (began === undefined || fields[0] === 'Z' || fields[0] === 'X') return undefined
  return `${readProc('sys/kernel/random/boot_id').trim()}/${began}`
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return ''
  }
}

function askPs(pid: number, column: string): string | undefined {
  try {
    return (
      execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
    )
  } catch {
    return undefined
  }
}

function answersSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
