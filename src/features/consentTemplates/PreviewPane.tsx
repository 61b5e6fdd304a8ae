import { useState } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { section, small } from '#ui/type.css.ts'
import { DocumentSheet } from '../consent/DocumentSheet.tsx'
import { PatientPicker, type PickedPatient } from '../patients/PatientPicker.tsx'
import { pane, picking } from './TemplateForm.css.ts'
import type { useTemplatePreview } from './useTemplatePreview.ts'

type Props = ReturnType<typeof useTemplatePreview>

/** The form as a patient would see it, with an invented patient or on demand a real one. */
export function PreviewPane({ document, patientName, error, isAsking, showWith, showSample }: Props) {
  const [patient, setPatient] = useState<PickedPatient | null>(null)
  return (
    <section aria-labelledby="template-preview" className={pane}>
      <h3 id="template-preview" className={section}>
        Preview
      </h3>
      <p className={small} role="status">
        {patientName
          ? `With ${patientName}’s data. This preview is recorded in the audit log.`
          : 'With sample data.'}
      </p>
      <div className={picking}>
        <PatientPicker label="Preview With a Patient" patient={patient} onChange={setPatient} />
        {patientName ? (
          <Button onClick={showSample}>Show Sample</Button>
        ) : (
          <Button
            isPending={isAsking}
            {...(!patient && { disabledReason: 'Choose a patient first' })}
            onClick={() => patient && void showWith(patient)}
          >
            Show With Patient
          </Button>
        )}
      </div>
      {error && (
        <Banner tone="critical" isAlert>
          {error}
        </Banner>
      )}
      {document ? <DocumentSheet document={document} /> : !error && <Skeleton rows={5} />}
    </section>
  )
}
