export const noteTypes = ['general', 'appointment', 'treatment', 'legal', 'insurance'] as const
export type NoteType = (typeof noteTypes)[number]
