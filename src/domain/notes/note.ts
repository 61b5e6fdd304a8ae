import type { Role } from '../access/actor.ts'

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

export const noteVisibilities = ['shared', 'internal', 'work_product'] as const
export type NoteVisibility = (typeof noteVisibilities)[number]

/** Who can read a note, for its author. */
export const noteVisibilityLabels: Record<NoteVisibility, string> = {
  shared: 'Clinic and Assigned Attorney',
  internal: 'Clinic Only',
  work_product: 'Only Me (Work Product)',
}

/** The badge of a note that fewer users can read. */
export const noteVisibilityBadges: Record<NoteVisibility, string> = {
  shared: 'Shared',
  internal: 'Clinic Only',
  work_product: 'Work Product',
}

/** The visibilities that users of a role may give to their notes. The first one is the default. */
export const noteVisibilitiesFor = (role: Role): readonly NoteVisibility[] =>
  role === 'attorney' ? ['shared', 'work_product'] : ['shared', 'internal']

/** The notes by others that users of a role can read. Authors can read all of their notes. */
export const readableNoteVisibilities = (role: Role): NoteVisibility[] =>
  role === 'attorney' ? ['shared'] : ['shared', 'internal']
