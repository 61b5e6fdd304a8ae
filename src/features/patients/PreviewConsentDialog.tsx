import { useState } from 'react'
import { useClient, useQuery } from 'urql'
import * as z from 'zod/mini'
import { errorMessage } from '#client/errorMessage.ts'
import { useRested } from '#client/useRested.ts'
import { type ConsentDocument, languageOf } from '#domain/consent/document.ts'
import { DEFAULT_PURPOSE } from '#domain/consent/mergeFields.ts'
import { chosenTerms } from '#domain/consent/terms.ts'
import { type Language, languageLabels } from '#domain/language.ts'
import { LINE_MAX } from '#domain/text.ts'
import { graphql } from '#generated/gql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { DocumentSheet } from '../consent/DocumentSheet.tsx'
import { fullName, type OpenedProps } from './PatientRow.ts'

import { type ChosenRecipients, RecipientsField } from './RecipientsField.tsx'
import { asScopeInput, everyRecord, ScopeField } from './ScopeField.tsx'
import { sendConsent } from './sendConsent.ts'

const Templates = graphql(`
  query PreviewConsentDialog_Templates { consentTemplates { id name isDefault sent { id number } } }
`)
const Preview = graphql(`
  query PreviewConsentDialog(
    $patientId: ID!, $templateId: ID!, $recipients: [RecipientInput!], $scope: AuthorizationScopeInput, $purpose: String
  ) {
    consentPreview(
      patientId: $patientId, templateId: $templateId, recipients: $recipients, scope: $scope, purpose: $purpose
    )
  }
`)

/** Milliseconds without a change before the form is shown with it. */
const PAUSE = 600

/** The recipients that the form can show already: users, and others once they have a name or a firm. */
function namedOf(recipients: ChosenRecipients): ChosenRecipients {
  const named = recipients?.filter(({ userId, name, firm }) => userId || name?.trim() || firm?.trim()) ?? []
  return named.length > 0 ? named.map(({ email: _, ...stated }) => stated) : null
}

type Props = OpenedProps & {
  /** Whether to ask for a new form without changing the status. */
  isRequest?: boolean
}

type ConsentPreview = ConsentDocument & { preferredLanguage: Language; statesAddress: boolean }

/** The form, with notes about what it lacks for this patient. */
function PreviewedForm({ preview }: { preview: ConsentPreview }) {
  const { preferredLanguage, statesAddress } = preview
  return (
    <>
      {!statesAddress && (
        <Banner tone="caution" icon="alert">
          The form gives no address to which the patient can write to revoke it, because the clinic’s postal
          address is not set. An administrator can enter it in Settings, Clinic Settings.
        </Banner>
      )}
      {languageOf(preview) !== preferredLanguage && (
        <Banner tone="caution" icon="alert">
          This template has no {languageLabels[preferredLanguage]} version. The patient prefers{' '}
          {languageLabels[preferredLanguage]}, and receives the form in English.
        </Banner>
      )}
      <DocumentSheet document={preview} />
    </>
  )
}

/** The form as the patient will see it, with a button to send it. Viewing is audited. */
export function PreviewConsentDialog({ patient, onClose, onLink, onRefusal, isRequest = false }: Props) {
  const client = useClient()
  const [{ data, error }] = useQuery({ query: Templates, requestPolicy: 'network-only' })
  const [chosen, setChosen] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const [recipients, setRecipients] = useState<ChosenRecipients>(null)
  const [chosenScope, setScope] = useState(everyRecord)
  const [purpose, setPurpose] = useState('')
  const [copyToRecipients, setCopied] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const terms = {
    recipients,
    scope: asScopeInput(chosenScope),
    purpose: purpose.trim() || null,
  }
  // Not at each letter, because every preview is audited.
  const shownTerms = JSON.parse(
    useRested(JSON.stringify({ ...terms, recipients: namedOf(recipients) }), PAUSE),
  ) as typeof terms
  // An incomplete choice has no preview yet.
  const isIncomplete = !z.safeParse(z.object(chosenTerms), shownTerms).success
  const templates = data?.consentTemplates.filter(({ sent }) => sent) ?? []
  const templateId = chosen ?? templates[0]?.id

  const [preview] = useQuery({
    query: Preview,
    variables: { patientId: patient.id, templateId: templateId ?? '', ...shownTerms },
    pause: !templateId || isIncomplete,
    requestPolicy: 'network-only',
  })

  async function send(): Promise<void> {
    if (!templateId) return
    setPending(true)
    const isSent = await sendConsent(client, {
      patientId: patient.id,
      templateId,
      ...terms,
      copyToRecipients,
      isRequest,
      onFields: setErrors,
      onLink,
      onRefusal,
      retry: () => void send(),
    })
    setPending(false)
    if (isSent) onClose()
  }

  return (
    <Dialog
      title={isRequest ? 'Request Authorization' : 'Preview Consent Form'}
      description={`What ${fullName(patient)} will be asked to sign`}
      size="wide"
      onClose={onClose}
      isPending={isPending}
    >
      <Form validationErrors={errors} onSubmit={() => void send()}>
        <DialogBody>
          {error && (
            <Banner tone="critical" isAlert>
              {errorMessage(error, 'The templates could not be loaded').message}
            </Banner>
          )}
          {templates.length > 1 && templateId && (
            <SelectField
              label="Template"
              value={templateId}
              onChange={setChosen}
              options={templates.map(({ id, name, isDefault }) => ({
                id,
                label: isDefault ? `${name} (default)` : name,
              }))}
            />
          )}
          <RecipientsField
            assigned={patient.assignedAttorney}
            errors={errors}
            onChange={(chosenRecipients) => {
              setRecipients(chosenRecipients)
              setErrors({})
            }}
          />
          <ScopeField
            scope={chosenScope}
            errors={errors}
            onChange={(next) => {
              setScope(next)
              setErrors({})
            }}
          />
          <TextField
            name="purpose"
            label="Purpose"
            value={purpose}
            maxLength={LINE_MAX}
            onChange={setPurpose}
            error={errors.purpose}
            description={`If left empty: ${DEFAULT_PURPOSE}`}
          />
          <Checkbox
            name="copyToRecipients"
            isSelected={copyToRecipients}
            error={errors.copyToRecipients}
            onChange={(isChosen) => {
              setCopied(isChosen)
              setErrors({})
            }}
            detail="When the patient has signed, recipients who can open this chart are notified in Caseload and by e-mail. Others with an e-mail address get a link that asks for the patient’s date of birth."
          >
            Send a copy to the recipients
          </Checkbox>
          {isRequest && (
            <Banner tone="info" icon="shield">
              The patient’s status does not change. Until the patient signs, the form in force governs who may
              see which records. Then the new form replaces it.
            </Banner>
          )}
          {preview.error && (
            <Banner tone="critical" isAlert>
              {errorMessage(preview.error, 'The preview could not be created').message}
            </Banner>
          )}
          {isIncomplete ? (
            <p>Complete the recipient, the categories and the dates to see the form.</p>
          ) : preview.data ? (
            <PreviewedForm preview={preview.data.consentPreview as ConsentPreview} />
          ) : (
            !error && !preview.error && <Skeleton rows={6} />
          )}
        </DialogBody>
        <DialogFoot>
          <DialogClose>Cancel</DialogClose>
          <Button type="submit" variant="primary" icon="send" isPending={isPending} isDisabled={!templateId}>
            {isRequest ? 'Request Authorization' : 'Send Consent'}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
