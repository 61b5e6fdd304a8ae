import { draftInput } from '#domain/drafts/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { draftSubject } from './draftSubject.ts'

/** Deletes the actor's draft of a form. Returns whether there was one. */
export const discardDraft = operation(
  draftInput,
  async (ctx, { form, subjectId = null }): Promise<boolean> => {
    authorize(ctx, 'draft.keep')
    const patientId = await draftSubject(ctx, form, subjectId)
    const draft = await ctx.db.draft.findFirst({ where: { userId: ctx.actor.id, form, subjectId } })
    if (!draft) return false
    await ctx.db.draft.deleteMany({ where: { id: draft.id } })
    await audit(ctx, {
      action: 'deleted',
      resourceType: 'draft',
      resourceId: draft.id,
      patientId,
      details: { form },
    })
    return true
  },
)
