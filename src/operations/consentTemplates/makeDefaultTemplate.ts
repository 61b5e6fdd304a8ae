import { consentTemplateIdInput } from '#domain/consent/templateInputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { findTemplate, requireSendable, type Template, templateForUpdate } from './findTemplate.ts'

/** Makes a template the default for "Send Consent". Throws `conflict` if it has no complete version. */
export const makeDefaultTemplate = operation(
  consentTemplateIdInput,
  async (ctx, { templateId }): Promise<Template> => {
    authorize(ctx, 'template.manage')
    const template = await templateForUpdate(ctx, templateId)
    requireSendable(template)
    if (template.isDefault) return template
    await ctx.db.consentTemplate.updateMany({ where: { isDefault: true }, data: { isDefault: false } })
    await ctx.db.consentTemplate.update({ where: { id: templateId }, data: { isDefault: true } })
    await audit(ctx, {
      action: 'updated',
      resourceType: 'consent_template',
      resourceId: templateId,
      details: { fields: ['isDefault'] },
    })
    return findTemplate(ctx, templateId)
  },
)
