import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldMessages } from '../fieldMessages.ts'
import {
  dropPatientInput,
  overridePatientStatusInput,
  patientListInput,
  scheduleConsultationInput,
} from './inputs.ts'
import { addPatientInput, editPatientInput } from './personInputs.ts'

/** The messages that the form shows, or the parsed input. */
function read(schema: z.ZodMiniType, raw: object) {
  const parsed = z.safeParse(schema, raw)
  return parsed.success ? { data: parsed.data } : { fields: fieldMessages(parsed.error) }
}

const maren = { firstName: ' Maren ', lastName: "O'Test", email: ' Maren@Example.test ' }

describe('a new patient', () => {
  test('needs a name and an address, with the messages of SPEC', () => {
    const fields = {
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Valid email is required',
    }
    expect(read(addPatientInput, {})).toEqual({ fields })
    expect(read(addPatientInput, { firstName: '  ', lastName: '', email: 'nope' })).toEqual({ fields })
    expect(read(addPatientInput, { firstName: 7, lastName: null, email: [] })).toEqual({ fields })
  })

  test('is trimmed, starts at pending_consent, and keeps omitted fields omitted', () => {
    expect(read(addPatientInput, maren)).toEqual({
      data: {
        firstName: 'Maren',
        lastName: "O'Test",
        email: 'Maren@Example.test',
        status: 'pending_consent',
      },
    })
  })

  test.each(['Mar\u202een', 'Mar\u2067en', 'Mar\u0007en', 'Mar\nen', 'Mar\u2028en'])(
    'cannot have invisible or text-reversing characters in the name: %j',
    (firstName) => {
      const fields = { firstName: 'Remove the characters that cannot be seen' }
      expect(read(addPatientInput, { ...maren, firstName })).toEqual({ fields })
      expect(read(editPatientInput, { patientId: 'p', firstName })).toEqual({ fields })
      expect(read(editPatientInput, { patientId: 'p', phone: '555' })).not.toHaveProperty('fields')
    },
  )

  test.each(['Zoë', 'محمد', 'Nguyễn Thị', 'D’Arcy-Ito'])('can be named %s', (firstName) => {
    expect(read(addPatientInput, { ...maren, firstName })).toMatchObject({ data: { firstName } })
  })

  test.each(['treatment_completed', 'dropped', 'nonsense'])('cannot start at %s', (status) => {
    expect(read(addPatientInput, { ...maren, status })).toEqual({
      fields: { status: 'Choose one of the statuses a new patient can start with' },
    })
  })

  test('needs valid dates, with messages', () => {
    expect(read(addPatientInput, { ...maren, dateOfBirth: '1981-02-29', dateOfInjury: 'soon' })).toEqual({
      fields: {
        dateOfBirth: 'Date of birth must be a date as YYYY-MM-DD, from 1900 on',
        dateOfInjury: 'Date of injury must be a date as YYYY-MM-DD, from 1900 on',
      },
    })
  })

  test('cannot have unknown fields, which are named', () => {
    expect(read(addPatientInput, { ...maren, createdBy: 'me', id: '1' })).toEqual({
      fields: { createdBy: 'Unknown field: createdBy', id: 'Unknown field: id' },
    })
  })

  test.each([
    ['a NUL', 'A\u0000B'],
    ['half a surrogate pair', 'A\ud800B'],
  ])('cannot have %s in the name, which the database cannot store', (_what, firstName) => {
    expect(read(addPatientInput, { ...maren, firstName })).toEqual({
      fields: { firstName: 'Remove the characters that cannot be stored' },
    })
  })

  test('can have any real name', () => {
    for (const lastName of ['O’Brien-Nakamura', 'Đặng', '<b>', 'Иван', 'x'.repeat(200)])
      expect(read(addPatientInput, { ...maren, lastName })).toMatchObject({ data: { lastName } })
    expect(read(addPatientInput, { ...maren, lastName: 'x'.repeat(201) })).toHaveProperty('fields.lastName')
  })
})

describe('an edit', () => {
  test('may omit everything, and clears with null or empty text', () => {
    expect(read(editPatientInput, { patientId: '1' })).toEqual({ data: { patientId: '1' } })
    expect(read(editPatientInput, { patientId: '1', phone: '', address: null, dateOfBirth: '' })).toEqual({
      data: { patientId: '1', phone: null, address: null, dateOfBirth: null },
    })
  })

  test('cannot clear a name or the e-mail address', () => {
    expect(read(editPatientInput, { patientId: '1', firstName: null, email: '' })).toEqual({
      fields: { firstName: 'First name is required', email: 'Valid email is required' },
    })
  })

  test('cannot change status, assigned attorney or creator', () => {
    expect(
      read(editPatientInput, {
        patientId: '1',
        status: 'dropped',
        assignedAttorney: 'me',
        createdById: 'me',
      }),
    ).toEqual({
      fields: {
        status: 'Unknown field: status',
        assignedAttorney: 'Unknown field: assignedAttorney',
        createdById: 'Unknown field: createdById',
      },
    })
  })
})

describe('a reason to drop', () => {
  const dropReason = (reason: unknown) => read(dropPatientInput, { patientId: '1', dropReason: reason })
  const tooShort = { fields: { dropReason: 'Drop reason must be at least 10 characters' } }

  test('has 10 to 1,000 characters, not counting surrounding spaces', () => {
    expect(dropReason('x'.repeat(9))).toEqual(tooShort)
    expect(dropReason(`   ${'x'.repeat(9)}   `)).toEqual(tooShort)
    expect(dropReason(undefined)).toEqual(tooShort)
    expect(dropReason('x'.repeat(10))).toHaveProperty('data')
    expect(dropReason('x'.repeat(1000))).toHaveProperty('data')
    expect(dropReason('x'.repeat(1001))).toEqual({
      fields: { dropReason: 'Drop reason must be less than 1000 characters' },
    })
  })

  test('cannot contain NUL, which would truncate it', () => {
    expect(dropReason('Moved out\u0000 of state')).toHaveProperty('fields.dropReason')
  })
})

test('a consultation needs a day, a time as HH:MM and a location', () => {
  expect(read(scheduleConsultationInput, { patientId: '1' })).toEqual({
    fields: {
      consultationDate: 'Consultation date is required',
      consultationTime: 'Time must be in HH:MM format',
      consultationLocation: 'Location is required',
    },
  })
})

test.each(['1899-12-31', '20261-01-05', 'next week'])(
  'a consultation on the invalid day %s is rejected with a message',
  (consultationDate) => {
    const raw = {
      patientId: '1',
      consultationDate,
      consultationTime: '09:00',
      consultationLocation: 'Room 2',
    }
    expect(read(scheduleConsultationInput, raw)).toEqual({
      fields: { consultationDate: 'Consultation date must be a date as YYYY-MM-DD, from 1900 to 2200' },
    })
    expect(read(scheduleConsultationInput, { ...raw, consultationDate: '' })).toEqual({
      fields: { consultationDate: 'Consultation date is required' },
    })
  },
)

test('an override can set any status except dropped', () => {
  expect(read(overridePatientStatusInput, { patientId: '1', status: 'dropped' })).toEqual({
    fields: { status: 'Choose a status other than Dropped' },
  })
})

test('the list accepts only known filter values', () => {
  expect(read(patientListInput, {})).toEqual({ data: { sort: 'created' } })
  expect(read(patientListInput, { status: 'all' })).toEqual({ fields: { status: 'Choose a known status' } })
  expect(read(patientListInput, { search: '  ' })).toEqual({ data: { sort: 'created', search: null } })
})

test('the filters of the list accept only days that exist and a plausible number of days', () => {
  expect(read(patientListInput, { createdFrom: '2026-02-30', minDaysInStatus: 0 })).toEqual({
    fields: {
      createdFrom: 'Created from must be a date',
      minDaysInStatus: 'Days in status must be a whole number from 1 to 3,650',
    },
  })
  expect(read(patientListInput, { minDaysInStatus: 1.5 })).toHaveProperty('fields.minDaysInStatus')
  expect(read(patientListInput, { minDaysInStatus: 3650, createdTo: '' })).toHaveProperty('data')
})

test('a search with more than six words is rejected with a message', () => {
  expect(read(patientListInput, { search: ' a b  c d e f ' })).toHaveProperty('data.search', 'a b  c d e f')
  expect(read(patientListInput, { search: 'a b c d e f g' })).toEqual({
    fields: { search: 'Search for at most 6 words' },
  })
})
