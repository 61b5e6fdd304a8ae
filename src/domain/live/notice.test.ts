import { expect } from 'vitest'
import { asOwner } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { changeActions } from './notice.ts'

test('the actions in the database trigger are those that the server listens for', async ({ database }) => {
  const { rows } = await asOwner(database, (owner) =>
    owner.query("SELECT pg_get_triggerdef(oid) AS trigger FROM pg_trigger WHERE tgname = 'audit_logs_told'"),
  )
  const actions = [...rows[0].trigger.matchAll(/'(\w+)'::audit_action/g)].map(([, action]) => action)
  expect(actions).toEqual(changeActions.filter((action) => action !== 'missed'))
})
