import { consentTemplatesInput } from '#domain/consent/templateInputs.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { asTemplate, type Template, withLatest } from './findTemplate.ts'
import { keepStandardTemplate } from './standard.ts'

/**
 * Returns the templates, the default first and then by name. Only administrators can include archived ones.
 */
export const listConsentTemplates = operation(
  consentTemplatesInput,
  async (ctx, { archived }): Promise<Template[]> => {
    authorize(ctx, archived ? 'template.manage' : 'template.list')
    if (!(await ctx.db.consentTemplate.findFirst({ select: { id: true } }))) await keepStandardTemplate(ctx)
    const found = await ctx.db.consentTemplate.findMany({
      where: archived ? {} : { archivedAt: null },
      orderBy: [{ isDefault: 'desc' }, { name: 'asc' }, { id: 'asc' }],
      include: withLatest,
    })
    const templates: Template[] = []
    for (const one of found) {
      const template = await asTemplate(ctx, one)
      if (template) templates.push(template)
    }
    return templates
  },
)
