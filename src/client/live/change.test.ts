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

test('a list is affected only by changes of what it lists', () => {
  expect(isTouched(patients, change('patient'))).toBe(true)
  expect(isTouched(patients, change('consent_request'))).toBe(true)
  expect(isTouched(patients, change('patient_note'))).toBe(false)
  expect(isTouched(patients, change('alert'))).toBe(false)
})

test("the frame's counts are affected by alerts, tasks and patients", () => {
  for (const type of ['alert', 'task', 'patient']) expect(isTouched(alerts, change(type))).toBe(true)
  expect(isTouched(alerts, change('session'))).toBe(false)
})

test('a chart is affected by changes of its patient', () => {
  expect(isTouched(chart('a'), change('patient', 'a', 'a'))).toBe(true)
  expect(isTouched(chart('a'), change('patient_note', 'n', 'a'))).toBe(true)
  expect(isTouched(chart('a'), change('patient', 'b', 'b'))).toBe(false)
})

test("an appointment and an attorney's notes are affected by changes of their patient", () => {
  const appointment = {
    query: gql`query One($id: ID!) { appointment(id: $id) { id } }`,
    variables: { id: 'r' },
  }
  expect(isTouched(appointment, change('patient', 'a', 'a'))).toBe(true)
  expect(isTouched(appointment, change('appointment', 'r', 'a'))).toBe(true)
  expect(isTouched(appointment, change('appointment', 's', 'a'))).toBe(false)
  const notes = {
    query: gql`query Notes($patientId: ID!) { patientNotes(patientId: $patientId) { totalCount } }`,
    variables: { patientId: 'a' },
  }
  for (const type of ['patient_note', 'patient', 'consent_request']) {
    expect(isTouched(notes, change(type, 'r', 'a'))).toBe(true)
    expect(isTouched(notes, change(type, 'r', 'b'))).toBe(false)
  }
})

test('a list in the query of a chart is affected by what it lists', () => {
  const dialog = {
    query: gql`query Dialog($patientId: ID!) { patient(id: $patientId) { id } assignableUsers { id } }`,
    variables: { patientId: 'a' },
  }
  expect(isTouched(dialog, change('user'))).toBe(true)
  expect(isTouched(dialog, change('session'))).toBe(false)
})

test('an unknown or missed change affects everything', () => {
  expect(isTouched(unknown, change('whatever'))).toBe(true)
  for (const one of [patients, alerts, unknown, chart('a')]) expect(isTouched(one, missed)).toBe(true)
  const taken: Change = { ...missed, action: 'updated', resourceType: 'patient' }
  expect(isTouched(chart('a'), taken), 'a patient who must not be named').toBe(true)
})
