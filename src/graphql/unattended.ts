import { unattendedReasons } from '#domain/access/unattended.ts'
import { builder } from './builder.ts'
import { enumValues } from './enumValues.ts'

export const UnattendedReason = builder.enumType('UnattendedReason', {
  description: 'Why the user of a task or an appointment cannot attend to it.',
  values: enumValues(unattendedReasons, {
    inactive: 'The account is inactive',
    cannot_see_patient: 'The patient is not assigned to this attorney, or the chart is restricted',
  }),
})

/** What to load of the user and of the patient. */
export const responsible = { select: { id: true, role: true, isActive: true, deletedAt: true } } as const
export const ofPatient = {
  select: { createdById: true, assignedAttorneyId: true, restrictedAt: true },
} as const
