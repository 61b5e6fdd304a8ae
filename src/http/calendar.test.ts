import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { Failure } from '#domain/errors.ts'
import { createCalendarEndpoint } from './calendar.ts'
import { makeSite } from './site.ts'

const TOKEN = 'a'.repeat(43)
const nothing = () => undefined

async function ask(path: string, method = 'GET') {
  const tokens: string[] = []
  const site = makeSite({
    publicUrl: 'http://localhost',
    readiness: async () => ({ message: 'ready', notReady: [] }),
    tell: () => ({ status: 404, message: 'Calendar not found' }),
    assets: (_req, _res, next) => next(),
    graphql: nothing,
    rest: nothing,
    webhook: nothing,
    signOn: nothing,
    logo: nothing,
    evidence: nothing,
    pages: (_req, res) => res.writeHead(418).end(),
    calendar: createCalendarEndpoint(async (token) => {
      tokens.push(token)
      if (token !== TOKEN) throw new Failure('not_found', 'Calendar not found')
      return 'BEGIN:VCALENDAR'
    }),
  })
  const server = createServer(site).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method })
  const body = await answer.text()
  server.close()
  return { status: answer.status, type: answer.headers.get('content-type'), body, tokens }
}

test('anyone with the URL of a calendar can read it', async () => {
  expect(await ask(`/calendar/${TOKEN}.ics`)).toEqual({
    status: 200,
    type: 'text/calendar; charset=utf-8',
    body: 'BEGIN:VCALENDAR',
    tokens: [TOKEN],
  })
  expect(await ask(`/calendar/${TOKEN}.ics`, 'HEAD')).toMatchObject({ status: 200, body: '' })
})

test('any other path there is not found, and an invalid token is not looked up', async () => {
  expect(await ask(`/calendar/${'b'.repeat(43)}.ics`)).toMatchObject({
    status: 404,
    tokens: ['b'.repeat(43)],
  })
  for (const path of [
    '/calendar/',
    '/calendar/short.ics',
    `/calendar/${TOKEN}`,
    `/calendar/${TOKEN}.ics/more`,
  ])
    expect(await ask(path), path).toMatchObject({ status: 404, tokens: [] })
  expect(await ask(`/calendar/${TOKEN}.ics`, 'POST')).toMatchObject({ status: 405, tokens: [] })
})
