import { saveDraftInput } from '#domain/drafts/inputs.ts'
import { unauthenticated } from '#domain/errors.ts'
import type { Draft } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { draftSubject } from './draftSubject.ts'

/** Saves the unsent content of a form, privately for its author. */
export const saveDraft = operation(
  saveDraftInput,
  async (ctx, { form, subjectId = null, content }): Promise<Draft> => {
    authorize(ctx, 'draft.keep')
    const patientId = await draftSubject(ctx, form, subjectId)
    const userId = ctx.actor.id
    // Two tabs may save the same form at once; the later save wins. A page saves as it closes, so that the request may
    // come when the account is gone.
    const users = await ctx.db.$queryRaw<unknown[]>`SELECT FROM users WHERE id = ${userId}::uuid FOR UPDATE`
    if (users.length === 0) throw unauthenticated()
    const existing = await ctx.db.draft.findFirst({ where: { userId, form, subjectId } })
    const data = { content, savedAt: ctx.now() }
    const draft = existing
      ? await ctx.db.draft.update({ where: { id: existing.id }, data })
      : await ctx.db.draft.create({ data: { ...data, userId, form, subjectId } })
    await audit(ctx, {
      action: existing ? 'updated' : 'created',
      resourceType: 'draft',
      resourceId: draft.id,
      patientId,
      details: { form, fields: content.map(({ name }) => name) },
    })
    return draft
  },
)
