import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/**
 * Distinguishes processes that had the same ID: returns the start time of the process, or undefined if none is running
 * (a zombie counts as gone). IDs are reused, within a second in containers, so an ID alone proves nothing.
 */
export function processStamp(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxStamp(pid)
  if (process.platform === 'win32') return answersSignals(pid) ? 'running' : undefined
  return askPs(pid, 'lstart')
}

/** Facts about a process. Each is `undefined` if the platform or the permissions do not reveal it. */
export type ProcessFacts = {
  commandLine: string | undefined
  /** The ID of its user. */
  owner: number | undefined
  /** The start time in seconds since 1970. */
  startedAt: number | undefined
  /** Its current folder, as device and inode. */
  folder: string | undefined
}

/** Reads the facts about a running process from the operating system. */
export function processFacts(pid: number): ProcessFacts {
  if (process.platform === 'win32')
    return { commandLine: undefined, owner: undefined, startedAt: undefined, folder: undefined }
  return process.platform === 'linux' ? linuxFacts(pid) : psFacts(pid)
}

/** Reads them from ps(1), which does not show the current folder. */
export function psFacts(pid: number): ProcessFacts {
  const began = askPs(pid, 'lstart')
  const owner = askPs(pid, 'uid')
  return {
    commandLine: askPs(pid, 'command'),
    owner: owner === undefined ? undefined : Number(owner),
    startedAt: began === undefined ? undefined : Date.parse(began) / 1000,
    folder: undefined,
  }
}

function linuxFacts(pid: number): ProcessFacts {
  const owner = /^Uid:\s+(\d+)/m.exec(readProc(`${pid}/status`))?.[1]
  const booted = /^btime (\d+)/m.exec(readProc('stat'))?.[1]
  const began = statFields(pid)[19]
  return {
    commandLine: readProc(`${pid}/cmdline`).replaceAll('\0', ' '),
    owner: owner === undefined ? undefined : Number(owner),
    // proc(5): in ticks since boot. Linux always reports 100 per second to programs.
    startedAt: booted && began ? Number(booted) + Number(began) / 100 : undefined,
    folder: folderIdentity(`/proc/${pid}/cwd`),
  }
}

/** The device and inode of a folder, or `undefined` if it is not accessible. */
export function folderIdentity(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path)
    return `${dev}:${ino}`
  } catch {
    return undefined
  }
}

function linuxStamp(pid: number): string | undefined {
  const fields = statFields(pid)
  const began = fields[19]
  if (began === undefined || fields[0] === 'Z' || fields[0] === 'X') return undefined
  return `${readProc('sys/kernel/random/boot_id').trim()}/${began}`
}

/** proc(5): the name in parentheses may contain spaces, so count after the last one. State is 1st, start time 20th. */
const statFields = (pid: number): string[] => readProc(`${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []

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
      execFileSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], {
        encoding: 'utf8',
        env: { ...process.env, LC_ALL: 'C' },
      }).trim() || undefined
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
