import { expect } from 'vitest'
import { reassignPatient } from '#operations/patients/reassignPatient.ts'
import { setUserActive } from '#operations/users/setUserActive.ts'
import { test } from '#tests/support/test.ts'

test('open tasks and coming appointments say why their user cannot attend to them', async ({
  clinic,
  server,
}) => {
  const [admin, rae, lee] = [
    await clinic.user({ role: 'admin' }),
    await clinic.user({ role: 'attorney' }),
    await clinic.user({ role: 'attorney' }),
  ]
  const { id: patientId } = await clinic.patient({ assignedAttorneyId: rae.id })
  const task = (status: 'pending' | 'completed', of: object = { patientId }) =>
    clinic.db.task.create({
      data: {
        ...{ title: status, status, assignedToId: rae.id, createdById: admin.id, ...of },
        completedAt: status === 'completed' ? clinic.now : null,
      },
    })
  const [open] = [await task('pending'), await task('completed')]
  const general = await task('pending', { title: 'general' })
  const tomorrow = clinic.now.getTime() + 86_400_000
  const visit = (scheduledAt: number) =>
    clinic.db.appointment.create({
      data: { patientId, providerId: rae.id, createdById: admin.id, scheduledAt: new Date(scheduledAt) },
    })
  const [coming] = [await visit(tomorrow), await visit(tomorrow - 5 * 86_400_000)]
  const visitor = server.visitor()
  await visitor.signIn(admin.email)
  const unattended = async () => {
    const { tasks, appointments } = await visitor.ask<Record<string, { edges: { node: Found }[] }>>(
      `{ tasks { edges { node { id unattended } } } appointments { edges { node { id unattended } } } }`,
    )
    const all = [...(tasks?.edges ?? []), ...(appointments?.edges ?? [])].map(({ node }) => node)
    expect(all).toHaveLength(5)
    return Object.fromEntries(all.filter((one) => one.unattended).map((one) => [one.id, one.unattended]))
  }
  expect(await unattended()).toEqual({})
  await reassignPatient(clinic.as(admin), { patientId, assignedAttorney: lee.id })
  expect(await unattended()).toEqual({ [open.id]: 'cannot_see_patient', [coming.id]: 'cannot_see_patient' })
  await setUserActive(clinic.as(admin), { userId: rae.id, isActive: false })
  expect(await unattended()).toEqual(
    Object.fromEntries([open.id, general.id, coming.id].map((id) => [id, 'inactive'])),
  )
})

type Found = { id: string; unattended: string | null }
