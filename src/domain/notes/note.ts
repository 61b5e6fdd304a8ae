export const noteTypes = ['general', 'appointment', 'treatment', 'legal', 'insurance'] as const
export type NoteType = (typeof noteTypes)[number]

const labels: Record<NoteType, string> = {
  general: 'General',
  appointment: 'Appointment',
  treatment: 'Treatment',
  legal: 'Legal',
  insurance: 'Insurance',
}

/** The displayed label of a note type. */
export const noteTypeLabel = (type: NoteType): string => labels[type]
