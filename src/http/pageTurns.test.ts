import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { beforeEach, expect, test } from 'vitest'
import { makePageTurns, type Turn } from './pageTurns.ts'

let order: string[]
let turnOf: () => { turn: Turn; close: () => void }

beforeEach(() => {
  order = []
  const turns = makePageTurns()
  turnOf = () => {
    const res = new EventEmitter()
    return { turn: turns(res as ServerResponse), close: () => res.emit('close') }
  }
})

const step = (name: string, { step }: Turn) => step().then(() => order.push(name))
const aFewRounds = async () => {
  for (let round = 0; round < 5; round += 1) await new Promise((done) => setImmediate(done))
}

test('a page begins to read when the one before has read, in the order in which they came', async () => {
  const [first, second, third] = [turnOf(), turnOf(), turnOf()]
  for (const [name, { turn }] of Object.entries({ first, second, third })) void step(name, turn)
  await aFewRounds()
  expect(order).toEqual(['first'])
  first.turn.end()
  await aFewRounds()
  expect(order).toEqual(['first', 'second'])
  second.turn.end()
  await aFewRounds()
  expect(order).toEqual(['first', 'second', 'third'])
})

test('between two steps of a page others are heard', async () => {
  const { turn } = turnOf()
  await step('counts', turn)
  const rows = step('rows', turn)
  setImmediate(() => order.push('somebody else'))
  await rows
  expect(order).toEqual(['counts', 'somebody else', 'rows'])
})

test('a page whose visitor has disconnected delays no other page', async () => {
  const [reading, waiting, last] = [turnOf(), turnOf(), turnOf()]
  void step('reading', reading.turn)
  void step('waiting', waiting.turn)
  void step('last', last.turn)
  await aFewRounds()
  waiting.close()
  reading.close()
  await aFewRounds()
  expect(order).toContain('last')
})

test('a page that is kept waiting itself keeps the next one for 50 ms at most', async () => {
  const [slow, next] = [turnOf(), turnOf()]
  void step('slow', slow.turn)
  const began = performance.now()
  await next.turn.step()
  expect(performance.now() - began).toBeGreaterThanOrEqual(49)
  expect(order).toEqual(['slow'])
})
