import { type PatientStatus, pipeline, pipelineStep, statusLabel } from '#domain/patients/status.ts'
import { Badge } from '#ui/Badge.tsx'
import { StepTrack } from '#ui/StepTrack.tsx'
import { statusLook } from './patientLook.ts'

/** The status as a word with icon and color. */
export function StatusBadge({ status }: { status: PatientStatus }) {
  const { tone, icon } = statusLook[status]
  return (
    <Badge tone={tone} icon={icon}>
      {statusLabel(status)}
    </Badge>
  )
}

/** The consent pipeline with the patient's current step. */
export function PatientStage({ status }: { status: PatientStatus }) {
  const step = pipelineStep(status)
  const isDropped = status === 'dropped'
  return (
    <>
      <StatusBadge status={status} />
      <StepTrack
        total={pipeline.length}
        current={step}
        isMuted={isDropped}
        label={isDropped ? 'Dropped from the caseload' : `Step ${step} of ${pipeline.length}`}
      />
    </>
  )
}
