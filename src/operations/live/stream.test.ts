import { expect, test } from 'vitest'
import { MOST_WAITING, makeStream } from './stream.ts'

const open = () => makeStream<string>((newest) => `all up to ${newest}`)

const allOf = async (stream: AsyncIterable<string>) => {
  const events: string[] = []
  for await (const event of stream) events.push(event)
  return events
}

test('events come in order, whether they were waited for or not', async () => {
  const stream = open()
  const first = stream.next()
  for (const event of ['a', 'b', 'c']) stream.push(event)
  expect((await first).value).toBe('a')
  expect((await stream.next()).value).toBe('b')
  expect((await stream.next()).value).toBe('c')
})

test('who falls too far behind is told once for all of it, and then hears on', async () => {
  const stream = open()
  for (let event = 0; event <= MOST_WAITING; event += 1) stream.push(`${event}`)
  stream.push('more')
  expect((await stream.next()).value).toBe(`all up to ${MOST_WAITING}`)
  expect((await stream.next()).value).toBe('more')
})

test('the end is at once, for who waits and for who does not', async () => {
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

test('who leaves ends it', async () => {
  const stream = open()
  stream.push('a')
  for await (const event of stream) {
    expect(event).toBe('a')
    break
  }
  expect(stream.isOver()).toBe(true)
})
