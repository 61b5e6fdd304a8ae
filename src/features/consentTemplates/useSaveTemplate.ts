import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { createConsentTemplateInput, editConsentTemplateInput } from '#domain/consent/templateInputs.ts'
import { graphql } from '#generated/gql.ts'

/** A template that is being edited; `days` is the typed text. */
export type Content = {
  name: string
  title: string
  body: string
  days: string
  spanishTitle: string
  spanishBody: string
  asksWitness: boolean
  asksInterpreter: boolean
}

/** The typed number of days, or `null` if it is not a number. */
export const daysIn = (days: string): number | null =>
  /^\s*[1-9]\d{0,3}\s*$/.test(days) ? Number(days) : null

const Create = graphql(`
  mutation TemplateForm_Create($input: CreateConsentTemplateInput!) {
    createConsentTemplate(input: $input) { id }
  }
`)
const Edit = graphql(`
  mutation TemplateForm_Edit($input: EditConsentTemplateInput!) {
    editConsentTemplate(input: $input) { id latest { id number } }
  }
`)

type Version = { templateId: string; basedOn: number }

/** Saves a new template or a new version. */
export function useSaveTemplate(version: Version | null, onDone: () => void) {
  const create = useSubmit({
    document: Create,
    input: createConsentTemplateInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to create template',
    onDone() {
      toast.success('Success', 'Template created successfully')
      onDone()
    },
  })
  const edit = useSubmit({
    document: Edit,
    input: editConsentTemplateInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to save template',
    onDone({ editConsentTemplate: { latest } }) {
      toast.success('Success', `Version ${latest.number} saved successfully`)
      onDone()
    },
  })
  const save = (content: Content) => {
    const { days, spanishTitle, spanishBody, ...fields } = content
    const isSpanish = Boolean(spanishTitle.trim() || spanishBody.trim())
    const spanish = isSpanish ? { title: spanishTitle, body: spanishBody } : null
    const input = { ...fields, spanish, validDays: days.trim() === '' ? null : Number(days) }
    return version ? edit.submit({ ...input, ...version }) : create.submit(input)
  }
  const { errors, isPending } = version ? edit : create
  return { save, errors, isPending }
}
