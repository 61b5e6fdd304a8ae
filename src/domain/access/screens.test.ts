import { expect, test } from 'vitest'
import type { Role } from './actor.ts'
import { roleLabels, shortRoleLabel } from './actor.ts'
import { isCurrentScreen, screensFor } from './navigation.ts'
import { patientPath, statusPath } from './screens.ts'

const paths = (role: Role) =>
  screensFor({ id: 'somebody', role, mustChangePassword: false }).map(({ path }) => path)

test('the sidebar shows the audit log only to administrators', () => {
  expect(paths('admin')).toContain('/audit-logs')
  expect(paths('staff')).not.toContain('/audit-logs')
  expect(paths('attorney')).not.toContain('/audit-logs')
})

test('the sidebar ends with Settings for everyone and shows Users to no one', () => {
  for (const role of ['admin', 'staff', 'attorney'] as const) {
    expect(paths(role).at(-1)).toBe('/settings')
    expect(paths(role)).not.toContain('/users')
  }
})

test.each([
  ['/', '/', true],
  ['/', '/dashboard', true],
  ['/', '/patients', false],
  ['/patients', '/patients', true],
  ['/patients', '/patients/7', true],
  ['/patients', '/patients-of-others', false],
  ['/schedule', '/', false],
])('the sidebar entry %s at %s: %s', (screen, pathname, isCurrent) => {
  expect(isCurrentScreen(screen, pathname)).toBe(isCurrent)
})

test('the sidebar and Settings show all users except administrators as Staff', () => {
  expect([shortRoleLabel('admin'), shortRoleLabel('staff'), shortRoleLabel('attorney')]).toEqual([
    'Administrator',
    'Staff',
    'Staff',
  ])
  expect(roleLabels.attorney).toBe('Attorney')
})

test('links escape special characters in values', () => {
  expect(patientPath('a&b')).toBe('/patients?patient=a%26b')
  expect(statusPath('pending_consent')).toBe('/patients?status=pending_consent')
})
