import { graphql } from '#generated/gql.ts'
import type { ConsentTemplatesQuery } from '#generated/graphql.ts'

/** All templates, including archived ones. */
export const consentTemplatesQuery = graphql(`
  query ConsentTemplates {
    consentTemplates(archived: true) {
      id name isDefault archivedAt
      latest { id number title spanish { title } validDays asksWitness asksInterpreter lacks createdAt createdBy { id firstName lastName } }
      sent { id number }
    }
  }
`)

export type TemplateRow = ConsentTemplatesQuery['consentTemplates'][number]

/** The versions of a template, newest first. */
export const templateVersionsQuery = graphql(`
  query TemplateVersions($templateId: ID!) {
    consentTemplateVersions(templateId: $templateId) {
      id number title body spanish { title body } validDays asksWitness asksInterpreter sha256 hashScheme lacks createdAt createdBy { id firstName lastName }
    }
  }
`)
