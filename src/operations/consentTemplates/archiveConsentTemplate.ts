import { consentTemplateIdInput } from '#domain/consent/templateInputs.ts'
import { Failure } from '#domain/errors.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { requireFreeName } from './createConsentTemplate.ts'
import { findTemplate, type Template, templateForUpdate } from './findTemplate.ts'

/**
 * Archives a template. Requests that use it stay valid, including open ones. Throws `conflict` for the
 * default template.
 */
export const archiveConsentTemplate = operation(
  consentTemplateIdInput,
  async (ctx, { templateId }): Promise<Template> => {
    authorize(ctx, 'template.manage')
    const template = await templateForUpdate(ctx, templateId)
    if (template.isDefault)
      throw new Failure('conflict', 'This is the default template. Make another one the default first.')
    return template.archivedAt ? template : setArchived(ctx, templateId, ctx.now())
  },
)

/** Restores an archived template. */
export const restoreConsentTemplate = operation(
  consentTemplateIdInput,
  async (ctx, { templateId }): Promise<Template> => {
    authorize(ctx, 'template.manage')
    const template = await templateForUpdate(ctx, templateId)
    if (!template.archivedAt) return template
    await requireFreeName(ctx, template.name, templateId)
    return setArchived(ctx, templateId, null)
  },
)

async function setArchived(
  ctx: OperationContext,
  templateId: string,
  archivedAt: Date | null,
): Promise<Template> {
  await ctx.db.consentTemplate.update({ where: { id: templateId }, data: { archivedAt } })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'consent_template',
    resourceId: templateId,
    details: { fields: ['archivedAt'], archived: archivedAt !== null },
  })
  return findTemplate(ctx, templateId)
}
