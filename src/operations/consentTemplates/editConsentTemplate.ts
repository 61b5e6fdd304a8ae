import { editConsentTemplateInput } from '#domain/consent/templateInputs.ts'
import { Failure } from '#domain/errors.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { requireFreeName } from './createConsentTemplate.ts'
import { findTemplate, isArchived, type Template, templateForUpdate } from './findTemplate.ts'
import { contentOf, missingElementsOf, requirePrintable } from './readTemplate.ts'
import { versionHash } from './versionHash.ts'

/**
 * Adds a version to a template. Earlier versions and their requests stay. If title, text, validity and lines are
 * unchanged, no version is added. Throws `conflict` when another user added a version in between.
 */
export const editConsentTemplate = operation(
  editConsentTemplateInput,
  async (
    ctx,
    { templateId, basedOn, name, spanish, asksWitness, asksInterpreter, ...written },
  ): Promise<Template> => {
    authorize(ctx, 'template.manage')
    const { latest, ...template } = await templateForUpdate(ctx, templateId)
    const { titleEs, bodyEs } = latest
    const content = {
      ...contentOf({ ...written, spanish }),
      ...(spanish === undefined && { titleEs, bodyEs }),
      asksWitness: asksWitness ?? latest.asksWitness,
      asksInterpreter: asksInterpreter ?? latest.asksInterpreter,
    }
    requirePrintable(content)
    if (template.archivedAt) throw isArchived()
    if (latest.number !== basedOn)
      throw new Failure(
        'conflict',
        `Version ${latest.number} was saved while you were editing. Copy your changes, and open the template again.`,
      )
    await requireFreeName(ctx, name, templateId)
    const isNew = (
      ['title', 'body', 'validDays', 'titleEs', 'bodyEs', 'asksWitness', 'asksInterpreter'] as const
    ).some((field) => content[field] !== latest[field])
    if (name !== template.name)
      await ctx.db.consentTemplate.update({ where: { id: templateId }, data: { name } })
    if (isNew)
      await ctx.db.consentTemplateVersion.create({
        data: {
          ...content,
          templateId,
          number: latest.number + 1,
          ...versionHash(content),
          createdById: ctx.actor.id,
          createdAt: ctx.now(),
        },
      })
    const fields = [...(name === template.name ? [] : ['name']), ...(isNew ? ['version'] : [])]
    if (fields.length > 0)
      await audit(ctx, {
        action: 'updated',
        resourceType: 'consent_template',
        resourceId: templateId,
        details: {
          fields,
          ...(isNew && {
            version: latest.number + 1,
            sha256: versionHash(content).sha256,
            lacks: missingElementsOf(content),
          }),
        },
      })
    return findTemplate(ctx, templateId)
  },
)
