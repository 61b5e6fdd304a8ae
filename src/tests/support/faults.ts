import pino, { type Logger } from 'pino'
import { expect } from 'vitest'
import type { Answer } from './testServer.ts'

/** Collects the server errors that the app logs. */
export function listenForFaults(): { log: Logger; faults: string[] } {
  const faults: string[] = []
  return { faults, log: pino({ level: 'error' }, { write: (line: string) => void faults.push(line) }) }
}

/** Internals that a response must not reveal: SQL, drivers, stacks, paths (QUALITY S44). */
const insides =
  /node_modules|file:\/\/|\.[mc]?[jt]s:\d+|\bat \S+ \(|prisma|\bpg_\w+|INSERT INTO "|"public"\.|violates|duplicate key|syntax error at or near|invalid input (?:syntax|value)|invalid byte|ECONN|SQLSTATE/i
/** SQL in capitals: "Select 1 to 1,000 patients … from" is a sentence. */
const query = /\bSELECT\b.*\bFROM\b/

/** Fails on a response that is a server error, reveals internals, or has logged a server error. */
export function expectHarmless({ status, text }: Pick<Answer, 'status' | 'text'>, faults: string[]): void {
  const found = {
    fault: faults.splice(0).at(0),
    inside: (insides.exec(text) ?? query.exec(text))?.[0],
    isFault: status >= 500,
  }
  expect(found, `${status} ${text.slice(0, 500)}`).toEqual({ isFault: false })
}
