import { expect } from 'vitest'
import { meetAt } from '#tests/support/meeting.ts'
import { test } from '#tests/support/test.ts'
import { deleteView, listViews, renameView, saveView, updateView } from './savedViews.ts'

const waiting = {
  screen: 'patients',
  name: 'Waiting longest',
  query: 'status=consent_sent&sort=in_step',
} as const

test('a saved view is private to its owner', async ({ clinic }) => {
  const [kim, lee, admin] = [await clinic.user(), await clinic.user(), await clinic.user({ role: 'admin' })]
  const view = await saveView(clinic.as(kim), { ...waiting, query: `?${waiting.query}&after=x&patient=1` })
  expect(view).toMatchObject({ ...waiting, isShared: false, ownerId: kim.id })
  expect(await listViews(clinic.as(kim), { screen: 'patients' })).toEqual([view])
  for (const other of [lee, admin]) {
    expect(await listViews(clinic.as(other), { screen: 'patients' })).toEqual([])
    await expect(deleteView(clinic.as(other), { viewId: view.id })).rejects.toMatchObject({
      code: 'not_found',
    })
  }
  expect((await renameView(clinic.as(kim), { viewId: view.id, name: 'Stuck' })).name).toBe('Stuck')
  expect(await deleteView(clinic.as(kim), { viewId: view.id })).toBe(true)
  expect(await clinic.db.auditLog.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
    { action: 'created', resourceType: 'saved_view', resourceId: view.id },
    { action: 'updated', resourceType: 'saved_view', details: { fields: ['name'] } },
    { action: 'deleted', resourceType: 'saved_view' },
  ])
})

test('an administrator shares a view with everyone, and others cannot change it', async ({ clinic }) => {
  const [admin, other] = [await clinic.user({ role: 'admin' }), await clinic.user({ role: 'admin' })]
  const attorney = clinic.as(await clinic.user({ role: 'attorney' }))
  const view = await saveView(clinic.as(admin), { ...waiting, isShared: true })
  expect(await listViews(attorney, { screen: 'patients' })).toEqual([view])
  await expect(renameView(attorney, { viewId: view.id, name: 'Mine' })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(saveView(attorney, { ...waiting, isShared: true })).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect(await deleteView(clinic.as(other), { viewId: view.id })).toBe(true)
})

test('a view can get other filters, but a shared one no search', async ({ clinic }) => {
  const [admin, kim] = [clinic.as(await clinic.user({ role: 'admin' })), clinic.as(await clinic.user())]
  const [shared, own] = [await saveView(admin, { ...waiting, isShared: true }), await saveView(kim, waiting)]
  expect(await updateView(admin, { viewId: shared.id, query: '?status=dropped&after=x' })).toMatchObject({
    ...{ id: shared.id, name: waiting.name, query: 'status=dropped' },
  })
  await expect(updateView(admin, { viewId: shared.id, query: 'search=maren' })).rejects.toMatchObject({
    fields: { query: expect.stringMatching(/^A view with a search cannot be shared/) },
  })
  await expect(updateView(kim, { viewId: shared.id, query: '' })).rejects.toMatchObject({ code: 'forbidden' })
  expect((await updateView(kim, { viewId: own.id, query: 'search=maren' })).query).toBe('search=maren')
  expect(
    await clinic.db.auditLog.count({ where: { action: 'updated', resourceType: 'saved_view' } }),
    'the audit log does not get the search',
  ).toBe(2)
  expect(JSON.stringify(await clinic.db.auditLog.findMany())).not.toContain('search=maren')
})

test('a user cannot have two views of one name, in upper or lower case', async ({ clinic }) => {
  const [kim, lee] = [clinic.as(await clinic.user()), clinic.as(await clinic.user())]
  await saveView(kim, waiting)
  const other = await saveView(kim, { ...waiting, name: 'Another' })
  await saveView(lee, waiting)
  const taken = { code: 'conflict', fields: { name: expect.stringContaining('already a view') } }
  await expect(saveView(kim, { ...waiting, name: 'waiting LONGEST' })).rejects.toMatchObject(taken)
  await expect(renameView(kim, { viewId: other.id, name: 'Waiting Longest' })).rejects.toMatchObject(taken)
  expect((await renameView(kim, { viewId: other.id, name: 'ANOTHER' })).name).toBe('ANOTHER')
  // Wildcards of LIKE are taken literally.
  for (const name of ['Waiting%', '_aiting longest', 'A\\', '\\'])
    expect((await saveView(kim, { ...waiting, name })).name).toBe(name)
})

test('a refused name reveals no private view of a colleague', async ({ clinic }) => {
  const [ada, bea] = [
    clinic.as(await clinic.user({ role: 'admin' })),
    clinic.as(await clinic.user({ role: 'admin' })),
  ]
  const shared = await saveView(ada, { ...waiting, isShared: true })
  await saveView(ada, { ...waiting, name: 'Private' })
  expect((await renameView(bea, { viewId: shared.id, name: 'Private' })).name).toBe('Private')
})

test('a view with a search cannot be shared, because it may name a patient, and a user keeps at most fifty', async ({
  clinic,
}) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  await expect(saveView(admin, { ...waiting, query: 'search=maren', isShared: true })).rejects.toMatchObject({
    fields: { isShared: expect.stringMatching(/^A view with a search cannot be shared/) },
  })
  await expect(saveView(admin, { ...waiting, name: 'x'.repeat(61) })).rejects.toMatchObject({
    code: 'invalid',
  })
  for (let number = 0; number < 50; number += 1) await saveView(admin, { ...waiting, name: `View ${number}` })
  await expect(saveView(admin, waiting)).rejects.toMatchObject({
    fields: { name: 'You can save at most 50 views' },
  })
})

test('of two who delete a view at the same moment, the second finds none', async ({ clinic }) => {
  const kim = clinic.as(await clinic.user())
  const { id: viewId } = await saveView(kim, waiting)
  const remove = () => deleteView(kim, { viewId })
  const outcomes = await meetAt(clinic, 'saved_views', viewId, [remove, remove])
  expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: 'not_found' } },
  ])
  expect(await clinic.db.auditLog.count({ where: { action: 'deleted' } })).toBe(1)
})
