import { NOTICE_MINUTES } from '#domain/access/session.ts'
import { accounts, addressOf } from './accounts.ts'
import { attorneyAddress, clinicAddress, officeBrowsers } from './browsers.ts'
import { addAuditRow, type Caller, coworker, type DemoClinic } from './demoClinic.ts'

const commandLine: Caller = { userId: null, ipAddress: null, userAgent: null }

/** Adds the users. The first one is created on the command line and then adds the others. */
export function addStaff(clinic: DemoClinic): void {
  for (const [index, account] of accounts.entries()) {
    const createdAt = clinic.office.before(118 - index * 2.3)
    const leftAt = 'leftDaysAgo' in account ? clinic.office.before(account.leftDaysAgo) : null
    const user = {
      id: clinic.ids.rowOf(createdAt),
      email: addressOf(account),
      firstName: account.firstName,
      lastName: account.lastName,
      firm: 'firm' in account ? account.firm : null,
      profileImageUrl: null,
      role: account.role,
      kind: 'person' as const,
      ownerId: null,
      isActive: leftAt === null,
      mustChangePassword: false,
      hasSecondFactor: false,
      hasProviderFactor: false,
      factorGraceFrom: createdAt,
      noticeMinutes: NOTICE_MINUTES.standard,
      emailAlerts: true,
      createdAt,
      updatedAt: leftAt ?? createdAt,
      deletedAt: null,
    }
    clinic.rows.users.push(user)
    clinic.staff.set(account.key, {
      userId: user.id,
      user,
      ipAddress: account.role === 'attorney' ? attorneyAddress(index) : clinicAddress(index),
      userAgent: clinic.chance.pick(officeBrowsers),
    })
    const by = index === 0 ? commandLine : coworker(clinic, 'admin')
    const about = { resourceType: 'user', resourceId: user.id }
    addAuditRow(clinic, by, createdAt, { ...about, action: 'created' })
    if (leftAt)
      addAuditRow(clinic, by, leftAt, { ...about, action: 'updated', details: { fields: ['isActive'] } })
  }
}
