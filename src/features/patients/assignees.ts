import { roleLabels } from '#domain/access/actor.ts'
import { UNASSIGNED } from '#domain/patients/filters.ts'
import { graphql } from '#generated/gql.ts'
import type { PatientAssigneesQuery } from '#generated/graphql.ts'
import { fullName } from './PatientRow.ts'

/** The users who can be assigned to a patient, and administrators. */
export const patientAssignees = graphql(`
  query PatientAssignees { assignableUsers { id firstName lastName role firm } }
`)

/** The possible assignees of a patient, with "Unassigned" first. */
export function assigneeOptions(data: PatientAssigneesQuery | undefined) {
  const people = (data?.assignableUsers ?? []).filter(({ role }) => role !== 'admin')
  return [
    { id: UNASSIGNED, label: 'Unassigned' },
    ...people.map((user) => ({ id: user.id, label: fullName(user), detail: roleLabels[user.role] })),
  ]
}
