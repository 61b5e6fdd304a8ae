import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { Button } from '#ui/Button.tsx'
import { onIntent } from '#ui/intent.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'

const OfAll = lazy(() => import('../reports/ExportDataDialog.tsx').then((one) => one.ExportDataDialog))
const OfPatient = lazy(() =>
  import('./ExportPatientEvidenceDialog.tsx').then((one) => one.ExportPatientEvidenceDialog),
)

/** Opens the export of evidence about a patient, or about all, for administrators. */
export function ExportEvidenceButton({ patientId }: { patientId?: string }) {
  const { viewer } = useFrame()
  const [isOpen, setOpen] = useState(false)
  const onClose = () => setOpen(false)
  if (!can(viewer, 'data.export')) return null
  return (
    <>
      <Button
        size="small"
        icon="shield"
        {...onIntent(patientId ? OfPatient.load : OfAll.load)}
        onClick={() => setOpen(true)}
      >
        Export Evidence
      </Button>
      {isOpen && (
        <OnDemand>
          {patientId ? (
            <OfPatient patientId={patientId} onClose={onClose} />
          ) : (
            <OfAll kind="evidence" onClose={onClose} />
          )}
        </OnDemand>
      )}
    </>
  )
}
