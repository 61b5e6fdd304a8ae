export const patientSorts = ['created', 'name', 'in_step'] as const
export type PatientSort = (typeof patientSorts)[number]
export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]

/** Newest first, names from A, longest in step first: what a person expects from pressing a heading once. */
export const naturalDirection: Record<PatientSort, SortDirection> = {
  created: 'desc',
  name: 'asc',
  in_step: 'asc',
}
