import { useState } from 'react'
import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { editClinicSettingsInput } from '#domain/clinic/inputs.ts'
import { type RecordsBeforeConsent, recordsBeforeConsentChoices } from '#domain/consent/authorization.ts'
import { graphql } from '#generated/gql.ts'
import type { RecordsBeforeConsentDialogQuery } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Description, DescriptionList } from '#ui/DescriptionList.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

const recordsBeforeConsent = graphql(`
  query RecordsBeforeConsentDialog {
    clinicSettings { inForce { recordsBeforeConsent } }
    clinicSetup { steps { name isDone } }
  }
`)

const ChooseAccess = graphql(`
  mutation RecordsBeforeConsentDialog_Choose($input: EditClinicSettingsInput!) {
    editClinicSettings(input: $input) { set }
  }
`)

const choices: Record<RecordsBeforeConsent, { label: string; meaning: string }> = {
  open: {
    label: 'Open to the assigned attorney',
    meaning:
      'The assigned attorney can see the patient’s records and injury description as soon as the patient is assigned.',
  },
  closed: {
    label: 'Closed until the patient signs',
    meaning:
      'Until then, the assigned attorney sees contact data, status, tasks and appointments, but no records and no injury description.',
  },
}

/** Lets an administrator choose, also the rule that is already in force: an upgrade or a new clinic sets it without a choice. */
export function RecordsBeforeConsentDialog({ onClose }: { onClose: () => void }) {
  const [{ data, error }] = useQuery({ query: recordsBeforeConsent, requestPolicy: 'network-only' })
  const { submit, errors, isPending } = useSubmit({
    document: ChooseAccess,
    input: editClinicSettingsInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to update clinic settings',
    onDone() {
      toast.success('Success', 'Clinic settings updated successfully')
      onClose()
    },
  })
  return (
    <Dialog
      title="Records Before Consent"
      isGrowing
      description="Choose what an attorney sees before the patient signs a form. After a signature, only the attorneys whom the form names see records."
      onClose={onClose}
      isPending={isPending}
    >
      <Form
        validationErrors={errors}
        onSubmit={(event) => {
          // Nothing chosen is an error here, while `null` would restore the default.
          const chosen = new FormData(event.currentTarget).get('recordsBeforeConsent') ?? ''
          void submit({ recordsBeforeConsent: chosen as RecordsBeforeConsent })
        }}
      >
        <DialogBody>
          {error && (
            <Banner tone="critical" isAlert>
              {errorMessage(error, 'The settings could not be loaded').message}
            </Banner>
          )}
          {data ? <Choice data={data} /> : !error && <Skeleton />}
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending} isDisabled={!data}>
            Save Choice
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

function Choice({ data: { clinicSettings, clinicSetup } }: { data: RecordsBeforeConsentDialogQuery }) {
  const isChosen = clinicSetup.steps.some(({ name, isDone }) => name === 'records_before_consent' && isDone)
  const inForce = clinicSettings.inForce.recordsBeforeConsent
  const [choice, setChoice] = useState<string | null>(isChosen ? inForce : null)
  return (
    <>
      <DescriptionList>
        {recordsBeforeConsentChoices.map((one) => (
          <Description key={one} label={choices[one].label} isWide>
            {choices[one].meaning}
          </Description>
        ))}
      </DescriptionList>
      <SelectField
        name="recordsBeforeConsent"
        label="Records Before a Form Is Signed"
        isRequired
        value={choice}
        onChange={setChoice}
        options={recordsBeforeConsentChoices.map((one) => ({ id: one, label: choices[one].label }))}
        description={
          isChosen ? undefined : `No administrator has chosen yet. Until then: ${choices[inForce].label}.`
        }
      />
    </>
  )
}
