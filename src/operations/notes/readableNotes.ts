import { readableNoteVisibilities } from '#domain/notes/note.ts'
import type { Patient, PatientNote, Prisma } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { hidesClinicalTexts } from '../records/recordAccess.ts'
import type { Parameters } from '../sqlParameters.ts'

type Reader = Pick<OperationContext, 'actor'>

/**
 * The condition for the notes on a patient whose text the actor can read. An attorney without access to the records can
 * read only notes that they wrote. Each version of a note has its own visibility: see `readableVersions`.
 */
export const readableNotes = (ctx: OperationContext, patient: Patient): Prisma.PatientNoteWhereInput =>
  hidesClinicalTexts(ctx, patient)
    ? { createdById: ctx.actor.id }
    : {
        OR: [{ visibility: { in: readableNoteVisibilities(ctx.actor.role) } }, { createdById: ctx.actor.id }],
      }

/** The versions that the actor could have read when they were written, of a note that the actor can read now. */
export const readableVersions = (
  { actor }: Reader,
  note: PatientNote,
): Prisma.PatientNoteVersionWhereInput =>
  note.createdById === actor.id ? {} : { visibility: { in: readableNoteVisibilities(actor.role) } }

/** The condition of `readableNotes` in SQL, for the table `note`. */
export const readableNoteOfPatientSql = (
  ctx: OperationContext,
  patient: Patient,
  add: Parameters['add'],
): string =>
  hidesClinicalTexts(ctx, patient)
    ? `note.created_by = ${add(ctx.actor.id, 'uuid')}`
    : readableNoteSql(ctx, add)

/**
 * The same for notes of several patients. It does not check whether the attorney has access to the records.
 */
export const readableNoteSql = ({ actor }: Reader, add: Parameters['add']): string =>
  `(note.visibility::text = ANY (${add(readableNoteVisibilities(actor.role), 'text[]')})
    OR note.created_by = ${add(actor.id, 'uuid')})`

/** The notes that a list shows. Administrators also see that work product exists, so that they can delete it unread. */
export const listedNotes = (ctx: OperationContext, patient: Patient): Prisma.PatientNoteWhereInput =>
  ctx.actor.role === 'admin' ? {} : readableNotes(ctx, patient)

/** Whether the actor sees only that a note exists. */
export const isWithheld = ({ actor }: Reader, { visibility, createdById }: PatientNote): boolean =>
  createdById !== actor.id && !readableNoteVisibilities(actor.role).includes(visibility)

/** The note without its text if it is withheld from the actor. */
export const withoutWithheldText = (ctx: Reader, note: PatientNote): PatientNote =>
  isWithheld(ctx, note) ? { ...note, content: '' } : note
