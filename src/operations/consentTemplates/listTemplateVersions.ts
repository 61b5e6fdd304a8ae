import { consentTemplateIdInput } from '#domain/consent/templateInputs.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { findTemplate, type TemplateVersion, versionsOf } from './findTemplate.ts'

/** How many versions are listed. Older ones stay in the database for their requests. */
const LISTED = 100

/** Returns the versions of a template, newest first. */
export const listTemplateVersions = operation(
  consentTemplateIdInput,
  async (ctx, { templateId }): Promise<TemplateVersion[]> => {
    authorize(ctx, 'template.manage')
    await findTemplate(ctx, templateId)
    return versionsOf(ctx, templateId, { take: LISTED })
  },
)
