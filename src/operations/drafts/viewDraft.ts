import { draftInput } from '#domain/drafts/inputs.ts'
import type { Draft } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { draftSubject } from './draftSubject.ts'

/** Returns the actor's draft of a form, or `null`. */
export const viewDraft = operation(
  draftInput,
  async (ctx, { form, subjectId = null }): Promise<Draft | null> => {
    authorize(ctx, 'draft.keep')
    const patientId = await draftSubject(ctx, form, subjectId)
    const draft = await ctx.db.draft.findFirst({ where: { userId: ctx.actor.id, form, subjectId } })
    if (draft)
      await audit(ctx, {
        action: 'viewed',
        resourceType: 'draft',
        resourceId: draft.id,
        patientId,
        details: { form },
      })
    return draft
  },
)
