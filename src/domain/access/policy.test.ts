import { expect, test } from 'vitest'
import { recordClosings } from '../consent/authorization.ts'
import { type Action, can, policy } from './policy.ts'
import { seesPatient } from './visibility.ts'

const everyRole = ['admin', 'staff', 'attorney'] as const

/** The role matrix of DECISIONS, copied by hand: admin, staff, attorney. */
const matrix: Record<Action, [admin: boolean, staff: boolean, attorney: boolean]> = {
  'patient.list': [true, true, true],
  'patient.view': [true, true, true],
  'patient.add': [true, true, false],
  'patient.edit': [true, true, false],
  'import.manage': [true, false, false],
  'bulkJob.export': [true, true, true],
  'bulkJob.cancel': [true, true, true],
  'patient.drop': [true, true, true],
  'patient.overrideStatus': [true, false, false],
  'patient.reassign': [true, false, false],
  'patient.setReminders': [true, true, false],
  'patient.restrict': [true, false, false],
  'patient.breakGlass': [false, true, false],
  'patient.scheduleConsultation': [true, true, true],
  'patient.markSchedulable': [true, true, false],
  'patient.completeTreatment': [true, true, false],
  'patient.awaitRecords': [true, true, false],
  'patient.markRecordsForwarded': [true, true, false],
  'consent.void': [true, true, false],
  'consent.revoke': [true, true, false],
  'consent.sendCopy': [true, true, false],
  'consent.review': [true, true, false],
  'forwarding.make': [true, true, false],
  'forwarding.list': [true, true, false],
  'forwarding.seeLink': [true, true, false],
  'forwarding.withdraw': [true, true, false],
  'disclosure.list': [true, true, false],
  'disclosure.record': [true, true, false],
  'legalHold.place': [true, false, false],
  'legalHold.lift': [true, false, false],
  'legalHold.list': [true, false, false],
  'legalHold.see': [true, true, false],
  'record.view': [true, true, true],
  'record.upload': [true, true, false],
  'record.edit': [true, true, false],
  'record.delete': [true, false, false],
  'record.listDeleted': [true, false, false],
  'record.restore': [true, false, false],
  'record.move': [true, false, false],
  'record.rescan': [true, false, false],
  'consent.send': [true, true, true],
  'consent.check': [true, true, true],
  'consent.seeLink': [true, true, false],
  'consent.signHere': [true, true, false],
  'consent.recordPaper': [true, true, false],
  'consent.view': [true, true, true],
  'consent.preview': [true, true, true],
  'note.read': [true, true, true],
  'note.add': [true, true, true],
  'note.edit': [true, true, true],
  'note.delete': [true, true, true],
  'savedView.list': [true, true, true],
  'savedView.keep': [true, true, true],
  'savedView.share': [true, false, false],
  'savedView.change': [true, true, true],
  'dashboard.read': [true, true, true],
  'activity.read': [true, true, true],
  'task.list': [true, true, true],
  'task.add': [true, true, true],
  'task.edit': [true, true, true],
  'task.identify': [true, true, false],
  'alert.list': [true, true, true],
  'alert.markRead': [true, true, true],
  'appointment.list': [true, true, true],
  'appointment.book': [true, true, false],
  'appointment.edit': [true, true, false],
  'appointment.seeBusy': [true, true, true],
  'availability.edit': [true, true, true],
  'live.follow': [true, true, true],
  'node.read': [true, true, true],
  'factor.add': [true, true, true],
  'factor.manage': [true, true, true],
  'session.manage': [true, true, true],
  'draft.keep': [true, true, true],
  'calendar.keep': [true, true, true],
  'user.listAssignable': [true, true, true],
  'user.invite': [true, false, false],
  'user.list': [true, false, false],
  'user.create': [true, false, false],
  'blockedAddress.manage': [true, false, false],
  'user.setActive': [true, false, false],
  'user.delete': [true, false, false],
  'user.reassignWork': [true, false, false],
  'user.edit': [true, false, false],
  'user.changeRole': [true, false, false],
  'user.resetPassword': [true, false, false],
  'user.unlock': [true, false, false],
  'user.resetSecondFactor': [true, false, false],
  'user.disconnectSignOn': [true, false, false],
  'user.endSessions': [true, false, false],
  'apiKey.manage': [true, false, false],
  'webhook.manage': [true, false, false],
  'report.export': [true, true, true],
  'audit.read': [true, false, false],
  'breakGlass.list': [true, false, false],
  'breakGlass.review': [true, false, false],
  'data.export': [true, false, false],
  'graphiql.use': [true, false, false],
  'profile.edit': [true, true, true],
  'profile.seeImage': [true, true, true],
  'system.read': [true, true, true],
  'system.test': [true, false, false],
  'mail.manage': [true, false, false],
  'settings.edit': [true, false, false],
  'template.list': [true, true, true],
  'template.manage': [true, false, false],
}

const rows = Object.entries(matrix) as [Action, [boolean, boolean, boolean]][]
const cells = rows.flatMap(([action, granted]) =>
  everyRole.map((role, index) => ({ action, role, granted: granted[index] as boolean })),
)

test('the matrix has every action of the policy', () => {
  expect(Object.keys(matrix).sort()).toEqual(Object.keys(policy).sort())
})

test.each(cells)('$action by $role: $granted', ({ action, role, granted }) => {
  const actor = { id: 'somebody', role, mustChangePassword: false }
  expect(can(actor, action)).toBe(granted)
  expect(
    can(actor, action, {
      createdById: 'somebody',
      ownerId: 'somebody',
      userId: action === 'availability.edit' ? 'somebody' : 'another',
      assignedAttorneyId: null,
      recordsClosed: null,
    } as never),
  ).toBe(granted)
})

test.each(cells)('$action is closed to a $role who must change the password', ({ action, role }) => {
  expect(can({ id: 'somebody', role, mustChangePassword: true }, action)).toBe(false)
})

test.each(rows)('%s is closed to a visitor', (action) => {
  expect(can(null, action)).toBe(false)
})

test.each(everyRole)('a %s cannot edit another user’s note, and only an admin can delete it', (role) => {
  const actor = { id: 'somebody', role, mustChangePassword: false }
  const note = { createdById: 'another' }
  expect(can(actor, 'note.edit', note)).toBe(false)
  expect(can(actor, 'note.delete', note)).toBe(role === 'admin')
})

test.each(recordClosings)(
  'a consent that was %s closes the records only to the attorney',
  (recordsClosed) => {
    const chart = { createdById: 'another', assignedAttorneyId: 'somebody', recordsClosed }
    const mayView = everyRole.filter((role) =>
      can({ id: 'somebody', role, mustChangePassword: false }, 'record.view', chart),
    )
    expect(mayView).toEqual(['admin', 'staff'])
  },
)

test('administrators can upload records, and so can staff who added the patient or are assigned', () => {
  const may = (role: (typeof everyRole)[number], createdById: string, assignedAttorneyId: string | null) =>
    can({ id: 'somebody', role, mustChangePassword: false }, 'record.upload', {
      createdById,
      assignedAttorneyId,
      recordsClosed: null,
    })
  expect(everyRole.map((role) => may(role, 'another', null))).toEqual([true, false, false])
  expect(everyRole.map((role) => may(role, 'somebody', null))).toEqual([true, true, false])
  expect(everyRole.map((role) => may(role, 'another', 'somebody'))).toEqual([true, true, false])
})

test('a restricted chart is open to administrators, its assignee, and staff who added the patient', () => {
  const open = (restrictedAt: Date | null, createdById: string, assignedAttorneyId: string | null) =>
    everyRole.filter((role) =>
      seesPatient({ id: 'somebody', role }, { createdById, assignedAttorneyId, restrictedAt }),
    )
  const since = new Date(0)
  expect(open(null, 'another', null)).toEqual(['admin', 'staff'])
  expect(open(since, 'another', null)).toEqual(['admin'])
  expect(open(since, 'somebody', null)).toEqual(['admin', 'staff'])
  expect(open(since, 'another', 'somebody')).toEqual(['admin', 'staff', 'attorney'])
  expect(open(null, 'somebody', 'another')).toEqual(['admin', 'staff'])
})

test('administrators cannot deactivate themselves, change their own role or reset their own password', () => {
  const actor = { id: 'somebody', role: 'admin' as const, mustChangePassword: false }
  for (const action of ['user.setActive', 'user.delete', 'user.changeRole', 'user.resetPassword'] as const) {
    const as = (userId: string) => ({ userId, role: 'staff' as const, isActive: false })
    expect(can(actor, action, as('somebody'))).toBe(false)
    expect(can(actor, action, as('another'))).toBe(true)
  }
})

test.each(everyRole)('a %s cannot change another user’s view, except an admin if it is shared', (role) => {
  const actor = { id: 'somebody', role, mustChangePassword: false }
  expect(can(actor, 'savedView.change', { ownerId: 'another', isShared: false })).toBe(false)
  expect(can(actor, 'savedView.change', { ownerId: 'another', isShared: true })).toBe(role === 'admin')
})

test('users edit their own working hours and closures, and administrators everyone’s and the clinic’s', () => {
  const edits = (role: (typeof everyRole)[number], userId: string | null) =>
    can({ id: 'me', role, mustChangePassword: false }, 'availability.edit', { userId })
  for (const role of everyRole) {
    expect(edits(role, 'me')).toBe(true)
    for (const whose of ['another', null]) expect(edits(role, whose)).toBe(role === 'admin')
  }
})
