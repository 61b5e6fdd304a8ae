import { expect } from 'vitest'
import { displayAddress, serviceAddress } from '#domain/users/serviceAccount.ts'
import { PASSWORD } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { createUser } from './createUser.ts'
import { editUser } from './editUser.ts'

const refused = { fields: { email: 'Addresses at service.invalid are reserved for service accounts' } }

test('no user can have an email address at the domain of service accounts', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const user = await clinic.user()
  for (const email of ['eve@service.invalid', ' Eve@Service.INVALID ', serviceAddress(user.id)]) {
    const newcomer = { firstName: 'Eve', lastName: 'Hart', email, password: PASSWORD }
    await expect(createUser(admin, newcomer), email).rejects.toMatchObject(refused)
    await expect(editUser(admin, { userId: user.id, email }), email).rejects.toMatchObject(refused)
  }
  await editUser(admin, { userId: user.id, email: 'eve@my-service.invalid' })
})

test('an email address is hidden only for service accounts, whichever domain it has', () => {
  expect(displayAddress({ kind: 'person', email: 'eve@service.invalid' })).toBe('eve@service.invalid')
  expect(displayAddress({ kind: 'service', email: 'anything@clinic.test' })).toBe('')
})
