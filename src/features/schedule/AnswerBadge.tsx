import { patientAnswerWords } from '#domain/appointments/appointment.ts'
import { Badge } from '#ui/Badge.tsx'
import type { AppointmentRow } from './AppointmentRow.ts'

type Props = Pick<AppointmentRow, 'status' | 'patientAnswer'>

/** What the patient answered to the reminder of an appointment that is still to come. */
export const AnswerBadge = ({ status, patientAnswer }: Props) =>
  status === 'scheduled' && patientAnswer ? (
    <Badge
      tone={patientAnswer === 'confirmed' ? 'positive' : 'caution'}
      icon={patientAnswer === 'confirmed' ? 'check' : 'alert'}
    >
      {patientAnswerWords[patientAnswer]}
    </Badge>
  ) : null
