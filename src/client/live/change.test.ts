import { gql } from '@urql/core'
import { expect, test } from 'vitest'
import { type Change, isTouched, missed } from './change.ts'

const change = (resourceType: string, resourceId = 'r', patientId: string | null = null): Change => ({
  action: 'updated',
  resourceType,
  resourceId,
  patientId,
})
const patients = { query: gql`query List { patients { totalCount } }`, variables: {} }
const alerts = { query: gql`query Bell { counts { unreadAlerts } }`, variables: {} }
const unknown = { query: gql`query New { somethingNew { id } }`, variables: {} }
const chart = (id: string) => ({
  query: gql`query Chart($id: ID!) { patient(id: $id) { id } }`,
  variables: { id },
})

test('a list is touched by what it lists, and by nothing else', () => {
  expect(isTouched(patients, change('patient'))).toBe(true)
  expect(isTouched(patients, change('consent_request'))).toBe(true)
  expect(isTouched(patients, change('patient_note'))).toBe(false)
  expect(isTouched(patients, change('alert'))).toBe(false)
})

test('the numbers of the frame are touched by alerts, tasks and patients', () => {
  for (const type of ['alert', 'task', 'patient']) expect(isTouched(alerts, change(type))).toBe(true)
  expect(isTouched(alerts, change('session'))).toBe(false)
})

test('a chart is touched by what happens to its patient', () => {
  expect(isTouched(chart('a'), change('patient', 'a', 'a'))).toBe(true)
  expect(isTouched(chart('a'), change('patient_note', 'n', 'a'))).toBe(true)
  expect(isTouched(chart('a'), change('patient', 'b', 'b'))).toBe(false)
})

test('what cannot be told, or was missed, touches everything', () => {
  expect(isTouched(unknown, change('whatever'))).toBe(true)
  for (const one of [patients, alerts, unknown, chart('a')]) expect(isTouched(one, missed)).toBe(true)
  const taken: Change = { ...missed, action: 'updated', resourceType: 'patient' }
  expect(isTouched(chart('a'), taken), 'a patient that is not to be named').toBe(true)
})
