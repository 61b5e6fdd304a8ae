/** The kind of object that a form edits. */
export type DraftSubject = 'patient' | 'note' | 'task' | 'appointment' | 'user'

/** Every form with saved drafts, and what it edits; `null` if it creates something. */
export const draftForms = {
  add_patient: null,
  edit_patient: 'patient',
  drop_patient: 'patient',
  schedule_consultation: 'patient',
  override_status: 'patient',
  reassign_patient: 'patient',
  upload_record: 'patient',
  add_note: 'patient',
  edit_note: 'note',
  add_task: null,
  edit_task: 'task',
  book_appointment: null,
  edit_appointment: 'appointment',
  cancel_appointment: 'appointment',
  add_user: null,
  edit_user: 'user',
} as const satisfies Record<string, DraftSubject | null>

export type DraftForm = keyof typeof draftForms

export const draftFormNames = Object.keys(draftForms) as [DraftForm, ...DraftForm[]]

/** The name and value of one field. */
export type DraftField = { name: string; value: string }

/** The limits of a draft, and for how many days it is kept. */
export const DRAFT = { fields: 60, length: 20_000, days: 7 }
