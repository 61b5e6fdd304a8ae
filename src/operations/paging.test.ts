import { describe, expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { listAppointments } from './appointments/listAppointments.ts'
import type { PageArgs } from './paging.ts'
import { listPatients } from './patients/listPatients.ts'

/** Seven patients that were added in the same millisecond, so that only their IDs differ. */
async function seven(clinic: TestClinic) {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  for (const lastName of ['A', 'B', 'C', 'D', 'E', 'F', 'G'])
    await clinic.patient({ lastName, firstName: 'Same', createdAt: clinic.now, statusSince: clinic.now })
  const read = async (page: PageArgs, overrides: object = {}) => {
    const found = await listPatients(admin, overrides, page)
    return { ...found, names: found.rows.map(({ node }) => node.lastName).join('') }
  }
  return { admin, read }
}

const refused = (name: string) => ({
  code: 'invalid',
  fields: { [name]: 'This page link belongs to another list. Start from the first page.' },
})

describe('a list of rows with the same time', () => {
  test.for([
    {},
    { direction: 'asc' },
    { sort: 'name' },
    { sort: 'name', direction: 'desc' },
    { sort: 'in_step' },
  ])(
    '%j neither skips nor repeats a row over all pages, forward and backward',
    async (overrides, { clinic }) => {
      const { read } = await seven(clinic)
      const whole = (await read({}, overrides)).names
      expect([...whole].sort().join('')).toBe('ABCDEFG')

      const first = await read({ first: 3 }, overrides)
      const second = await read({ first: 3, after: first.rows.at(-1)?.cursor }, overrides)
      const third = await read({ first: 3, after: second.rows.at(-1)?.cursor }, overrides)
      expect([first.names, second.names, third.names].join('')).toBe(whole)
      expect([first, second, third].map(({ hasNextPage }) => hasNextPage)).toEqual([true, true, false])
      expect([first, second, third].map(({ hasPreviousPage }) => hasPreviousPage)).toEqual([
        false,
        true,
        true,
      ])

      const back = await read({ last: 3, before: third.rows[0]?.cursor }, overrides)
      expect(back).toMatchObject({ names: second.names, hasNextPage: true, hasPreviousPage: true })
      const start = await read({ last: 3, before: back.rows[0]?.cursor }, overrides)
      expect(start).toMatchObject({ names: first.names, hasPreviousPage: false })
      expect((await read({ last: 2 }, overrides)).names).toBe(whole.slice(-2))
    },
  )

  test('stays consistent while rows are added and removed', async ({ clinic }) => {
    const { read } = await seven(clinic)
    const first = await read({ first: 3 })
    await clinic.patient({ lastName: 'New', createdAt: new Date(clinic.now.getTime() + 1) })
    const next = await read({ first: 10, after: first.rows.at(-1)?.cursor })
    expect(next.names).toHaveLength(4)
    expect(first.names + next.names).not.toContain('New')
  })
})

describe('a page', () => {
  test('has 25 rows by default, none for 0, and at most 100', async ({ clinic }) => {
    const { read } = await seven(clinic)
    expect(await read({ first: 0 })).toMatchObject({ names: '', hasNextPage: true })
    expect((await read({ first: 100 })).rows).toHaveLength(7)
    for (const wanted of [101, -1, 100_000, 1.5]) {
      const words = 'Ask for 0 to 100 rows at a time'
      await expect(read({ first: wanted })).rejects.toMatchObject({
        code: 'invalid',
        fields: { first: words },
      })
      await expect(read({ last: wanted })).rejects.toMatchObject({ code: 'invalid', fields: { last: words } })
    }
  })

  test.for([
    'garbage',
    'bnVsbA',
    Buffer.from('["2026-01-05T15:00:00.000Z"]').toString('base64url'),
    Buffer.from('{"createdAt":"2026-01-05T15:00:00.000Z","id":"7"}').toString('base64url'),
    Buffer.from(
      '{"createdAt":"-271821-04-20T00:00:00.000Z","id":"01a1fcf0-bbdc-730f-8d22-fb8393291341"}',
    ).toString('base64url'),
    Buffer.from('{"createdAt":"soon","id":"01a1fcf0-bbdc-730f-8d22-fb8393291341"}').toString('base64url'),
    Buffer.from('["-271821-04-20T00:00:00.000Z","01a1fcf0-bbdc-730f-8d22-fb8393291341"]').toString(
      'base64url',
    ),
  ])('after %s is rejected with a message', async (cursor, { clinic }) => {
    const { read } = await seven(clinic)
    await expect(read({ after: cursor })).rejects.toMatchObject(refused('after'))
    await expect(read({ last: 2, before: cursor })).rejects.toMatchObject(refused('before'))
  })

  test('after the cursor of another order or another list is rejected', async ({ clinic }) => {
    const { admin, read } = await seven(clinic)
    const { rows } = await read({ first: 1 })
    const after = rows[0]?.cursor
    await expect(read({ after }, { sort: 'name' })).rejects.toMatchObject(refused('after'))
    await expect(read({ after }, { sort: 'in_step' })).rejects.toMatchObject(refused('after'))
    await expect(listAppointments(admin, { upcoming: false }, { after })).rejects.toMatchObject(
      refused('after'),
    )
  })
})
