import { type PatientStatus, pipeline, pipelineStep, statusLabel } from '#domain/patients/status.ts'
import { Badge } from '#ui/Badge.tsx'
import type { IconName } from '#ui/iconPaths.ts'
import { StepTrack } from '#ui/StepTrack.tsx'
import type { Tone } from '#ui/theme.css.ts'

/** The color and icon of each status. The type requires an entry for every status. */
export const statusLook: Record<PatientStatus, { tone: Tone; icon: IconName }> = {
  pending_consent: { tone: 'caution', icon: 'clock' },
  consent_sent: { tone: 'info', icon: 'send' },
  consent_signed: { tone: 'positive', icon: 'check' },
  schedulable: { tone: 'ready', icon: 'calendar' },
  treatment_completed: { tone: 'done', icon: 'check' },
  pending_records: { tone: 'slate', icon: 'clock' },
  records_forwarded: { tone: 'slate', icon: 'file' },
  dropped: { tone: 'critical', icon: 'slash' },
}

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
