import { useState } from 'react'
import { useClient, useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { toast } from '#client/toast.ts'
import { useRested } from '#client/useRested.ts'
import type { AskedLines } from '#domain/consent/attestation.ts'
import type { ConsentDocument } from '#domain/consent/document.ts'
import type { Language } from '#domain/language.ts'
import { graphql } from '#generated/gql.ts'
import type { PickedPatient } from '../patients/PatientPicker.tsx'
import { fullName } from '../patients/PatientRow.ts'

const Preview = graphql(`
  query TemplatePreview($title: String!, $body: String!, $validDays: Int, $language: Language, $patientId: ID, $asksWitness: Boolean, $asksInterpreter: Boolean) {
    consentTemplatePreview(
      title: $title, body: $body, validDays: $validDays, language: $language, patientId: $patientId,
      asksWitness: $asksWitness, asksInterpreter: $asksInterpreter
    ) {
      document lacks problems { line message }
    }
  }
`)

/** Milliseconds without typing before the preview updates. */
const PAUSE = 400

type PreviewOf = AskedLines & { title: string; body: string; validDays: number | null; language: Language }

/** Previews the text shortly after each change, on demand with a patient's data. */
export function useTemplatePreview(content: PreviewOf) {
  const client = useClient()
  const key = JSON.stringify(content)
  const rested = JSON.parse(useRested(key, PAUSE)) as PreviewOf
  const [{ data, error, fetching }] = useQuery({
    query: Preview,
    variables: rested,
    requestPolicy: 'network-only',
  })
  const [withPatient, setWithPatient] = useState<{
    of: string
    name: string
    document: ConsentDocument
  } | null>(null)
  const [isAsking, setAsking] = useState(false)

  async function showWith(patient: PickedPatient): Promise<void> {
    setAsking(true)
    const answer = await client
      .query(Preview, { ...content, patientId: patient.id }, { requestPolicy: 'network-only' })
      .toPromise()
    setAsking(false)
    if (answer.data)
      return setWithPatient({
        of: key,
        name: fullName(patient),
        document: answer.data.consentTemplatePreview.document as ConsentDocument,
      })
    if (answer.error)
      toast.failure('Error', errorMessage(answer.error, 'The preview could not be created').message)
  }

  const shown = data?.consentTemplatePreview
  const isOfNow = withPatient?.of === key
  return {
    shown,
    document: isOfNow ? withPatient.document : (shown?.document as ConsentDocument | undefined),
    patientName: isOfNow ? withPatient.name : null,
    error: error && !fetching ? errorMessage(error, 'The preview could not be created').message : null,
    isAsking,
    showWith,
    showSample: () => setWithPatient(null),
  }
}
