export const patientSorts = ['created', 'name', 'in_step'] as const
export type PatientSort = (typeof patientSorts)[number]
export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]

/** The order after the first click on a heading: newest first, names from A, longest in step first. */
export const naturalDirection: Record<PatientSort, SortDirection> = {
  created: 'desc',
  name: 'asc',
  in_step: 'asc',
}
