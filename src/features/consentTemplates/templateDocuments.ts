import { graphql } from '#generated/gql.ts'
import type { ConsentTemplatesQuery } from '#generated/graphql.ts'

/** Every template, the archived ones too. */
export const consentTemplatesQuery = graphql(`
  query ConsentTemplates {
    consentTemplates(archived: true) {
      id name isDefault archivedAt
      latest { id number title validDays lacks createdAt createdBy { id firstName lastName } }
      sent { id number }
    }
  }
`)

export type TemplateRow = ConsentTemplatesQuery['consentTemplates'][number]

/** What a template said, newest first. */
export const templateVersionsQuery = graphql(`
  query TemplateVersions($templateId: ID!) {
    consentTemplateVersions(templateId: $templateId) {
      id number title body validDays sha256 lacks createdAt createdBy { id firstName lastName }
    }
  }
`)
