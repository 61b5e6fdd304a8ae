import { describe, expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import { addPatient } from './addPatient.ts'
import { editPatient } from './editPatient.ts'
import { formatPhone } from './phoneNumber.ts'

const maren = { firstName: 'Maren', lastName: 'Lindqvist', email: 'maren@example.test' }

describe('a phone number', () => {
  test.for([
    ['4155550132', '(415) 555-0132'],
    ['1-415-555-0132', '(415) 555-0132'],
    ['+1 (628) 555-0132 x5', '(628) 555-0132 ext. 5'],
    ['+442079460958', '+44 20 7946 0958'],
  ] as const)('%s is stored as %s', async ([typed, stored], { clinic }) => {
    const staff = clinic.as(await clinic.user())
    const added = await addPatient(staff, { ...maren, phone: typed })
    expect(added.phone).toBe(stored)
    const other = await clinic.patient()
    expect(await editPatient(staff, { patientId: other.id, phone: typed })).toMatchObject({ phone: stored })
  })

  test.for(['555-0132', 'ask her sister', '020 7946 0958', '+999 12345678'])(
    '%s stays as typed',
    async (phone, { clinic }) => {
      const staff = clinic.as(await clinic.user())
      expect(await addPatient(staff, { ...maren, phone })).toMatchObject({ phone })
      const patientId = (await clinic.patient()).id
      expect(await editPatient(staff, { patientId, phone })).toMatchObject({ phone })
    },
  )

  test('that cannot be read has no format', () => {
    expect(formatPhone('n/a')).toBeNull()
  })
})
