import { type DraftForm, draftForms } from '#domain/drafts/draft.ts'
import { Failure, notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import { visibleAppointment } from '../appointments/viewAppointment.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { visibleNote } from '../notes/notes.ts'
import { invalid } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { tasksVisibleTo } from '../tasks/visibleTasks.ts'

/**
 * The patient that a draft is about, if any. Throws if the actor can no longer see the patient, because the
 * draft may quote the chart.
 */
export async function draftSubject(
  ctx: OperationContext,
  form: DraftForm,
  subjectId: string | null,
): Promise<string | null> {
  const subject = draftForms[form]
  if (subject === null && subjectId === null) return null
  if (subject === null || subjectId === null)
    throw invalid({ subjectId: subject ? `Name the ${subject}` : 'This form has no subject yet' })
  return patientOf[subject](ctx, subjectId)
}

type PatientOf = (ctx: OperationContext, subjectId: string) => Promise<string | null>

const patientOf: Record<'patient' | 'note' | 'task' | 'appointment' | 'user', PatientOf> = {
  patient: async (ctx, id) => (await visiblePatient(ctx, id)).id,
  async note(ctx, id) {
    const note = isUuid(id) ? await ctx.db.patientNote.findUnique({ where: { id } }) : null
    if (!note) throw notFound('Note', id)
    const { patientId } = note
    await visibleNote(ctx, { patientId, noteId: id }).catch((error: unknown) => {
      throw error instanceof Failure ? notFound('Note', id) : error
    })
    return patientId
  },
  async task(ctx, id) {
    const task = isUuid(id)
      ? await ctx.db.task.findFirst({ where: { AND: [{ id }, tasksVisibleTo(ctx)] } })
      : null
    if (!task) throw notFound('Task', id)
    return task.patientId
  },
  appointment: async (ctx, id) => (await visibleAppointment(ctx, id)).patientId,
  async user(ctx, id) {
    authorize(ctx, 'user.edit', undefined, { resourceType: 'user', resourceId: id })
    const user = isUuid(id) ? await ctx.db.user.findFirst({ where: { id, deletedAt: null } }) : null
    if (!user) throw notFound('User', id)
    return null
  },
}
