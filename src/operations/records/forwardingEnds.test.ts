import { expect } from 'vitest'
import { deadLinks } from '#domain/records/forwarding.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { treated } from '#tests/support/forwardable.ts'
import { test } from '#tests/support/test.ts'
import { revokeConsent } from '../consent/revokeConsent.ts'
import type { OperationContext } from '../context.ts'
import { dropPatient } from '../patients/dropPatient.ts'
import { overridePatientStatus } from '../patients/overridePatientStatus.ts'
import { reassignPatient } from '../patients/reassignPatient.ts'
import { editUser } from '../users/editUser.ts'
import { setUserActive } from '../users/setUserActive.ts'
import { downloadForwarded } from './downloadForwarded.ts'
import { forwardRecords } from './forwardRecords.ts'
import { openForwarding, readForwardingInvitation } from './openForwarding.ts'
import { showForwardingLink } from './showForwardingLink.ts'
import { withdrawForwarding } from './withdrawForwarding.ts'

const DAY = 86_400_000

const later = (clinic: TestClinic, ms: number) => {
  clinic.now = new Date(clinic.now.getTime() + ms)
}

const endings: Record<string, { end: (fixture: Fixture) => Promise<unknown>; says: keyof typeof deadLinks }> =
  {
    'seven days have passed': { end: async ({ clinic }) => later(clinic, 7 * DAY), says: 'expired' },
    'the clinic withdraws it': {
      end: ({ staff, which }) => withdrawForwarding(staff, which),
      says: 'withdrawn',
    },
    'the patient takes the consent back': {
      end: ({ staff, patientId }) => revokeConsent(staff, { patientId, reason: 'Called and revoked it' }),
      says: 'closed',
    },
    'the patient is dropped, and brought back': {
      end: async ({ staff, admin, patientId }) => {
        await dropPatient(staff, { patientId, dropReason: 'Moved out of state' })
        await overridePatientStatus(admin, { patientId, status: 'records_forwarded' })
      },
      says: 'closed',
    },
    'the status is put back before the consent': {
      end: ({ admin, patientId }) => overridePatientStatus(admin, { patientId, status: 'pending_consent' }),
      says: 'closed',
    },
    'the patient goes to another attorney': {
      end: ({ admin, patientId, other }) => reassignPatient(admin, { patientId, assignedAttorney: other.id }),
      says: 'withdrawn',
    },
    'the attorney may not sign in anymore': {
      end: ({ clinic, attorney }) =>
        clinic.db.user.update({ where: { id: attorney.id }, data: { isActive: false } }),
      says: 'withdrawn',
    },
    'the authorization ends by its own words': {
      end: async ({ clinic }) => later(clinic, 3 * DAY),
      says: 'closed',
    },
  }
type Fixture = Awaited<ReturnType<typeof treated>> & {
  clinic: TestClinic
  patientId: string
  which: { patientId: string; forwardingId: string }
}

test.for(Object.keys(endings))(
  'a link stops working once %s, and shows the right reason',
  async (name, { clinic }) => {
    const { end, says } = endings[name] as (typeof endings)[string]
    const endsSoon = name.includes('own words')
    const fixture = await treated(clinic, {
      consentExpiresAt: endsSoon ? new Date(clinic.now.getTime() + 2 * DAY) : null,
    })
    const { patient, records } = fixture
    const { secret, forwarding } = await forwardRecords(fixture.staff, fixture.input)
    const which = { patientId: patient.id, forwardingId: forwarding.id }
    await end({ ...fixture, clinic, patientId: patient.id, which })
    const dead = { code: 'not_found', message: deadLinks[says] }
    const nobody = clinic.anonymous()
    await expect(readForwardingInvitation(nobody, { secret })).rejects.toMatchObject(dead)
    await expect(openForwarding(nobody, { secret })).rejects.toMatchObject(dead)
    await expect(downloadForwarded(nobody, { secret, recordId: records[0].id })).rejects.toMatchObject(dead)
    await expect(showForwardingLink(fixture.staff, which)).rejects.toMatchObject({ code: 'conflict' })
    expect(deadLinks[says]).not.toContain(patient.lastName)
    expect(await clinic.db.disclosure.count({ where: { kind: { not: 'forwarded' } } })).toBe(0)
  },
)

test('a link that ended with the recipient’s account or role stays closed when they are restored', async ({
  clinic,
}) => {
  for (const [away, back] of [
    [setActive(false), setActive(true)],
    [setRole('staff'), setRole('attorney')],
  ] as const) {
    const { admin, staff, attorney, input } = await treated(clinic)
    const { secret, forwarding } = await forwardRecords(staff, input)
    expect(await readForwardingInvitation(clinic.anonymous(), { secret })).toMatchObject({ files: 2 })
    await away(admin, attorney.id)
    await back(admin, attorney.id)
    await expect(readForwardingInvitation(clinic.anonymous(), { secret })).rejects.toMatchObject({
      message: deadLinks.withdrawn,
    })
    expect(await clinic.db.auditLog.count({ where: { action: 'updated', resourceId: forwarding.id } })).toBe(
      1,
    )
  }
})

const setActive = (isActive: boolean) => (ctx: OperationContext, userId: string) =>
  setUserActive(ctx, { userId, isActive })
const setRole = (role: 'staff' | 'attorney') => (ctx: OperationContext, userId: string) =>
  editUser(ctx, { userId, role })
