import { useQuery } from 'urql'
import { type Frame, useFrame } from '#client/frame.ts'
import { graphql } from '#generated/gql.ts'
import type { TaskAssigneesQuery } from '#generated/graphql.ts'
import type { SelectOption } from '#ui/SelectField.tsx'
import { fullName } from '../patients/PatientRow.ts'

const taskAssignees = graphql(`
  query TaskAssignees {
    assignableUsers { id firstName lastName role }
  }
`)

/** The task's patient: none, one whose attorney is unknown, or one whose attorney is known. */
export type OnPatient = null | { assignedAttorney?: { id: string } | null | undefined }

type Person = TaskAssigneesQuery['assignableUsers'][number]
type Assignee = Pick<Person, 'id' | 'firstName' | 'lastName'>

/** The possible assignees for a form. The server applies the same rules. */
export function useAssignees(patient: OnPatient, current?: Assignee): SelectOption[] {
  const { viewer } = useFrame()
  const [{ data }] = useQuery({ query: taskAssignees })
  const people: (Assignee & { role?: Person['role'] })[] = [...(data?.assignableUsers ?? [])]
  for (const one of [current, viewer]) if (one && !people.some(({ id }) => id === one.id)) people.unshift(one)
  return people.map((person) => {
    const reason = whyNot(person, viewer, patient)
    const own = person.id === viewer.id ? 'You' : undefined
    return { id: person.id, label: fullName(person), detail: reason ?? own, isDisabled: reason !== undefined }
  })
}

function whyNot(
  { id, role }: { id: string; role?: Person['role'] },
  viewer: Frame['viewer'],
  patient: OnPatient,
): string | undefined {
  if (viewer.role === 'attorney' && !patient && id !== viewer.id)
    return 'Only tasks about a patient can be assigned to someone else'
  const isKnown = patient !== null && patient.assignedAttorney !== undefined
  if (role === 'attorney' && isKnown && patient.assignedAttorney?.id !== id)
    return 'Not assigned to this patient'
  return undefined
}
