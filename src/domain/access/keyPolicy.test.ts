import { expect, test } from 'vitest'
import { type ApiKeyScope, apiKeyScopes } from '../apiKeys/scopes.ts'
import { roles } from './actor.ts'
import { type Action, can, policy } from './policy.ts'

const cells = (Object.keys(policy) as Action[]).flatMap((action) =>
  roles.map((role) => [action, role] as const),
)

/** The actions that each scope opens, as DECISIONS states them. The user's role must allow them; with `+`, staff may also. */
const opened: Record<ApiKeyScope, string> = {
  patients_read: `patient.list patient.view consent.view consent.preview legalHold.see note.read savedView.list
    alert.list`,
  patients_write: `patient.add patient.edit patient.drop patient.overrideStatus patient.reassign patient.restrict patient.setReminders
    patient.markSchedulable patient.completeTreatment patient.awaitRecords note.add note.edit note.delete
    savedView.keep savedView.share savedView.change alert.markRead bulkJob.cancel`,
  consent_send:
    'consent.send consent.check consent.seeLink consent.recordPaper consent.void consent.revoke consent.sendCopy',
  records_read: 'record.view record.listDeleted forwarding.list disclosure.list legalHold.list',
  records_write:
    'record.upload record.edit record.delete record.restore record.move record.rescan legalHold.place legalHold.lift disclosure.record',
  forwarding_write: 'forwarding.make forwarding.seeLink forwarding.withdraw patient.markRecordsForwarded',
  tasks_read: 'task.list',
  tasks_write: 'task.add task.edit task.identify',
  appointments_read: 'appointment.list appointment.seeBusy',
  appointments_write: 'appointment.book appointment.edit availability.edit patient.scheduleConsultation',
  reports_read: 'report.export dashboard.read activity.read',
  import_run: '+import.manage',
  audit_read: '+audit.read breakGlass.list',
  accounts_write: '+user.list +user.create +user.setActive',
  webhooks_write: '+webhook.manage',
}
/** Actions that every key may use if its role allows them. */
const openToEveryKey =
  'user.listAssignable live.follow node.read graphiql.use profile.seeImage system.read template.list'

test.each(apiKeyScopes)('a key with %s alone opens what this scope names, and nothing else', (scope) => {
  const words = `${openToEveryKey} ${opened[scope]}`.split(/\s+/)
  for (const [action, role] of cells) {
    const granted = can({ id: 'somebody', role, mustChangePassword: false }, action)
    const actor = { id: 'somebody', role, mustChangePassword: false, key: { id: 'a key', scopes: [scope] } }
    const isGranted = words.includes(`+${action}`) && (granted || role === 'staff')
    expect(can(actor, action), `${action} as ${role}`).toBe(isGranted || (words.includes(action) && granted))
  }
})

test('no scope lets a key change a key, password, session, role, setting, export or deletion', () => {
  const actor = {
    id: 'somebody',
    role: 'admin' as const,
    mustChangePassword: false,
    key: { id: 'a key', scopes: apiKeyScopes },
  }
  const closed = Object.keys(policy).filter((action) => !can(actor, action as Action))
  expect(closed.sort()).toEqual(
    `apiKey.manage blockedAddress.manage factor.add factor.manage user.resetSecondFactor user.disconnectSignOn session.manage user.invite user.resetPassword user.changeRole user.edit user.delete user.reassignWork user.unlock user.endSessions
     consent.review settings.edit template.manage system.test mail.manage data.export draft.keep profile.edit calendar.keep
     consent.signHere patient.breakGlass breakGlass.review bulkJob.export`
      .split(/\s+/)
      .sort(),
  )
})

test('a key cannot create or deactivate an administrator, or reactivate a user', () => {
  const program = {
    id: 'somebody',
    role: 'admin' as const,
    mustChangePassword: false,
    key: { id: 'a key', scopes: apiKeyScopes },
  }
  const { key: _, ...person } = program
  for (const role of roles) {
    const off = { userId: 'another', role, isActive: false }
    expect(can(person, 'user.create', { role })).toBe(true)
    expect(can(program, 'user.create', { role })).toBe(role !== 'admin')
    expect(can(program, 'user.setActive', off)).toBe(role !== 'admin')
    expect(can(program, 'user.setActive', { ...off, isActive: true })).toBe(false)
  }
})
