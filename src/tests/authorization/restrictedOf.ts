import type { TestClinic } from '#tests/support/clinic.ts'
import type { People } from './people.ts'
import { OURS } from './people.ts'

/** A restricted chart of the assigned attorney's patient, and a colleague's break-glass access from the day before. */
export async function restrictedOf({ db, now, patient }: TestClinic, people: People) {
  const restricted = await patient({
    firstName: 'Restricted',
    lastName: OURS,
    email: `restricted@${OURS}.test`,
    createdById: people.staffCreator.id,
    assignedAttorneyId: people.attorneyAssigned.id,
    restrictedAt: now,
  })
  const { id: patientId } = restricted
  await db.chartRestriction.create({
    data: {
      patientId,
      reason: `${OURS} works here`,
      restrictedById: people.admin.id,
      restrictedAt: now,
    },
  })
  const broken = await db.breakGlass.create({
    data: {
      patientId,
      userId: people.colleague.id,
      reason: `${OURS} fainted in the hall`,
      begunAt: new Date('2026-01-04T10:00:00Z'),
      endsAt: new Date('2026-01-04T14:00:00Z'),
    },
  })
  return { restricted, broken }
}
