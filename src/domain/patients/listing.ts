export const patientSorts = ['created', 'name', 'in_step', 'updated'] as const
export type PatientSort = (typeof patientSorts)[number]
export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]

/**
 * The order after the first click on a heading: newest first, names from A, longest in step first. By last change, the oldest comes
 * first, so that a patient who is changed while a program reads the list comes again at its end and is not missed.
 */
export const naturalDirection: Record<PatientSort, SortDirection> = {
  created: 'desc',
  name: 'asc',
  in_step: 'asc',
  updated: 'asc',
}
