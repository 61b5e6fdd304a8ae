import { expect, test } from 'vitest'
import { MOST_WAITING, makeStream } from './stream.ts'

const open = () => makeStream<string>((newest) => `all up to ${newest}`)

const allOf = async (stream: AsyncIterable<string>) => {
  const events: string[] = []
  for await (const event of stream) events.push(event)
  return events
}

test('events arrive in order, whether or not the follower waits for them', async () => {
  const stream = open()
  const first = stream.next()
  for (const event of ['a', 'b', 'c']) stream.push(event)
  expect((await first).value).toBe('a')
  expect((await stream.next()).value).toBe('b')
  expect((await stream.next()).value).toBe('c')
})

test('a follower that falls too far behind gets one combined event and then continues', async () => {
  const stream = open()
  for (let event = 0; event <= MOST_WAITING; event += 1) stream.push(`${event}`)
  stream.push('more')
  expect((await stream.next()).value).toBe(`all up to ${MOST_WAITING}`)
  expect((await stream.next()).value).toBe('more')
})

test('the end is immediate, for a waiting follower or another', async () => {
  const waitedFor = open()
  const reading = allOf(waitedFor)
  waitedFor.end()
  expect(await reading).toEqual([])
  const stream = open()
  stream.push('too late')
  stream.end()
  stream.push('later still')
  expect(await allOf(stream)).toEqual([])
  expect(stream.isOver()).toBe(true)
  await stream.over
})

test('a follower that leaves ends the stream', async () => {
  const stream = open()
  stream.push('a')
  for await (const event of stream) {
    expect(event).toBe('a')
    break
  }
  expect(stream.isOver()).toBe(true)
})
