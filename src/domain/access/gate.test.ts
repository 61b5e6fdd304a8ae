import { describe, expect, test } from 'vitest'
import type { Actor, Role } from './actor.ts'
import { type Entry, gate, pathAfterSignIn } from './gate.ts'

const signedIn = (role: Role): Actor => ({ id: 'somebody', role, mustChangePassword: false })
const mustChange: Actor = { id: 'somebody', role: 'admin', mustChangePassword: true }

const screens = [
  '/',
  '/dashboard',
  '/patients',
  '/schedule',
  '/consent-forms',
  '/users',
  '/audit-logs',
  '/settings',
  '/guide',
]

describe('a visitor without a session', () => {
  test.each([...screens, '/change-password', '/patients/'])('gets the login screen at %s', (path) => {
    expect(gate(null, path)).toBe('landing')
  })

  test.each(['/nowhere', '/patients/7', '/landing', '//', '/Patients'])('gets the 404 page at %s', (path) => {
    expect(gate(null, path)).toBe('not found')
  })
})

describe('a user who must change the password', () => {
  test.each([...screens, '/nowhere', '/sign'])('is sent from %s to /change-password', (path) => {
    expect(gate(mustChange, path)).toBe('change password')
  })

  test('gets /change-password and may sign out', () => {
    expect(gate(mustChange, '/change-password')).toBe('page')
    expect(gate(mustChange, '/sign-out')).toBe('page')
  })
})

describe.each<Role>(['admin', 'staff', 'attorney'])('a signed-in %s', (role) => {
  // Administrators' pages respond with 403 themselves (DECISIONS), so the gate lets all users through.
  test.each([...screens, '/change-password', '/dashboard/'])('is served %s', (path) => {
    expect(gate(signedIn(role), path)).toBe('page')
  })

  test('gets the 404 page at an unknown path', () => {
    expect(gate(signedIn(role), '/nowhere')).toBe('not found')
  })
})

test.each<[string, Entry]>([
  ['/sign/a-secret', 'page'],
  ['/sign-out', 'page'],
  ['/verify', 'page'],
  ['/api-reference', 'page'],
  ['/api-reference/tasks', 'page'],
  ['/api-references', 'not found'],
  ['/sign-outside', 'not found'],
  ['/sign', 'not found'],
])('%s is open without a session: %s', (path, entry) => {
  expect(gate(null, path)).toBe(entry)
  expect(gate(signedIn('staff'), path)).toBe(entry)
})

describe('after signing in', () => {
  test.each([
    '/patients?status=consent_signed&patient=7',
    '/tasks',
    '/users',
    '/alerts/01a20516-c696-75b8-8da6-000000000001',
  ])('%s is opened', (path) => {
    expect(pathAfterSignIn(path)).toBe(path)
  })

  test.each([
    '//evil.example/patients',
    '/\\evil.example/patients',
    'https://evil.example/patients',
    'javascript:alert(1)',
    '/nowhere',
    '/api/patients',
    '/alerts',
    '/alerts/7/8',
    '/alerts/..%2f',
    '/sign-out',
    '/change-password',
    'http://[',
    '',
  ])('the dashboard is opened instead of %s', (path) => {
    expect(pathAfterSignIn(path)).toBe('/')
  })
})
