import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { paths } from '#domain/access/screens.ts'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { onIntent } from '#ui/intent.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { ExportReportsButton } from '../reports/ExportReportsButton.tsx'
import { quick } from './Dashboard.css.ts'

const AddPatient = lazy(() => import('../patients/AddPatientDialog.tsx').then((one) => one.AddPatientDialog))

/** Buttons for the most frequent actions. */
export function QuickActions() {
  const { viewer } = useFrame()
  const [isAdding, setAdding] = useState(false)
  return (
    <Card>
      <CardHead title="Quick Actions" />
      <CardBody>
        <div className={quick}>
          {can(viewer, 'patient.add') && (
            <Button icon="plus" isBlock {...onIntent(AddPatient.load)} onClick={() => setAdding(true)}>
              Add New Patient
            </Button>
          )}
          <ButtonLink icon="send" isBlock href={paths.consentForms}>
            Send Consent Forms
          </ButtonLink>
          <ButtonLink icon="calendar" isBlock href={paths.schedule}>
            Schedule Appointment
          </ButtonLink>
          <ExportReportsButton isBlock />
        </div>
      </CardBody>
      {isAdding && (
        <OnDemand>
          <AddPatient onClose={() => setAdding(false)} />
        </OnDemand>
      )}
    </Card>
  )
}
