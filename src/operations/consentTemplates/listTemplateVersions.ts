import { consentTemplateIdInput } from '#domain/consent/templateInputs.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { findTemplate, type TemplateVersion, versionsOf } from './findTemplate.ts'

/** How many versions of a template are listed; older ones stay, with the requests that rest on them. */
const LISTED = 100

/** What a template said, newest first. */
export const listTemplateVersions = operation(
  consentTemplateIdInput,
  async (ctx, { templateId }): Promise<TemplateVersion[]> => {
    authorize(ctx, 'template.manage')
    await findTemplate(ctx, templateId)
    return versionsOf(ctx, templateId, { take: LISTED })
  },
)
