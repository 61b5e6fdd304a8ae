import { useState } from 'react'
import { useClient, useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import type { ConsentDocument } from '#domain/consent/document.ts'
import { graphql } from '#generated/gql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DocumentSheet } from '../consent/DocumentSheet.tsx'
import { fullName, type OpenedProps } from './PatientRow.ts'

import { type ChosenRecipient, RecipientField } from './RecipientField.tsx'
import { sendConsent } from './sendConsent.ts'

const Templates = graphql(`
  query PreviewConsentDialog_Templates { consentTemplates { id name isDefault sent { id number } } }
`)
const Preview = graphql(`
  query PreviewConsentDialog($patientId: ID!, $templateId: ID!, $recipients: [RecipientInput!]) {
    consentPreview(patientId: $patientId, templateId: $templateId, recipients: $recipients)
  }
`)

/** The form as the patient will see it, with a button to send it. Viewing is audited. */
export function PreviewConsentDialog({ patient, onClose, onLink, onRefusal }: OpenedProps) {
  const client = useClient()
  const [{ data, error }] = useQuery({ query: Templates, requestPolicy: 'network-only' })
  const [chosen, setChosen] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const [recipient, setRecipient] = useState<ChosenRecipient>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const recipients = recipient && [recipient]
  // A name that is still being typed is not looked up at each letter.
  const shownRecipients = recipient?.userId ? recipients : null
  const templates = data?.consentTemplates.filter(({ sent }) => sent) ?? []
  const templateId = chosen ?? templates[0]?.id

  const [preview] = useQuery({
    query: Preview,
    variables: { patientId: patient.id, templateId: templateId ?? '', recipients: shownRecipients },
    pause: !templateId,
    requestPolicy: 'network-only',
  })

  async function send(): Promise<void> {
    if (!templateId) return
    setPending(true)
    const isSent = await sendConsent(client, {
      patientId: patient.id,
      templateId,
      recipients,
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
      title="Preview Consent Form"
      description={`What ${fullName(patient)} will be asked to sign`}
      size="wide"
      onClose={onClose}
      isPending={isPending}
    >
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
        <RecipientField
          assigned={patient.assignedAttorney ? fullName(patient.assignedAttorney) : null}
          errors={errors}
          onChange={(chosenRecipient) => {
            setRecipient(chosenRecipient)
            setErrors({})
          }}
        />
        {preview.error && (
          <Banner tone="critical" isAlert>
            {errorMessage(preview.error, 'The preview could not be created').message}
          </Banner>
        )}
        {preview.data ? (
          <DocumentSheet document={preview.data.consentPreview as ConsentDocument} />
        ) : (
          !error && !preview.error && <Skeleton rows={6} />
        )}
      </DialogBody>
      <DialogFoot>
        <DialogClose>Cancel</DialogClose>
        <Button
          variant="primary"
          icon="send"
          isPending={isPending}
          isDisabled={!templateId}
          onClick={() => void send()}
        >
          Send Consent
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
