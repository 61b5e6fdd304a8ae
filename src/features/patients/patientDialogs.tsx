import type { RowActionId } from '#domain/patients/rowAction.ts'
import { lazy } from '#ui/lazy.tsx'
import type { OpenedProps } from './PatientRow.ts'

const Edit = lazy(() => import('./EditPatientDialog.tsx').then((one) => one.EditPatientDialog))
const Schedule = lazy(() => import('./ScheduleDialog.tsx').then((one) => one.ScheduleDialog))
const Notes = lazy(() => import('../notes/NotesDialog.tsx').then((one) => one.NotesDialog))
const Upload = lazy(() => import('../records/UploadRecordDialog.tsx').then((one) => one.UploadRecordDialog))
const Records = lazy(() => import('../records/RecordsDialog.tsx').then((one) => one.RecordsDialog))
const Drop = lazy(() => import('./DropPatientDialog.tsx').then((one) => one.DropPatientDialog))
const Override = lazy(() => import('./OverrideStatusDialog.tsx').then((one) => one.OverrideStatusDialog))
const SigningLink = lazy(() => import('./SigningLinkDialog.tsx').then((one) => one.SigningLinkDialog))
const Resend = lazy(() => import('./ResendConsentDialog.tsx').then((one) => one.ResendConsentDialog))
const VoidRequest = lazy(() => import('./VoidRequestDialog.tsx').then((one) => one.VoidRequestDialog))
const SignHere = lazy(() => import('./SignHereDialog.tsx').then((one) => one.SignHereDialog))
const PaperConsent = lazy(() => import('./PaperConsentDialog.tsx').then((one) => one.PaperConsentDialog))
const Revoke = lazy(() => import('./RevokeConsentDialog.tsx').then((one) => one.RevokeConsentDialog))
const Reassign = lazy(() => import('./ReassignDialog.tsx').then((one) => one.ReassignDialog))
const Restrict = lazy(() =>
  import('../restrictions/RestrictChartDialog.tsx').then((one) => one.RestrictChartDialog),
)
const Lift = lazy(() =>
  import('../restrictions/LiftRestrictionDialog.tsx').then((one) => one.LiftRestrictionDialog),
)
const Forward = lazy(() =>
  import('../records/ForwardRecordsDialog.tsx').then((one) => one.ForwardRecordsDialog),
)
const Preview = lazy(() => import('./PreviewConsentDialog.tsx').then((one) => one.PreviewConsentDialog))
const Step = lazy(() => import('./StatusStepDialog.tsx').then((one) => one.StatusStepDialog))

/** The dialog of each action that opens one. Each is fetched when it is first opened. */
const dialogs: Partial<Record<RowActionId, (props: OpenedProps) => React.ReactNode>> = {
  preview_consent: (props) => <Preview {...props} />,
  request_authorization: (props) => <Preview {...props} isRequest />,
  edit: (props) => <Edit {...props} />,
  schedule: (props) => <Schedule {...props} />,
  notes: (props) => <Notes {...props} />,
  upload_records: (props) => <Upload {...props} />,
  view_records: (props) => <Records {...props} />,
  copy_link: (props) => <SigningLink {...props} />,
  resend_consent: (props) => <Resend {...props} />,
  void_request: (props) => <VoidRequest {...props} />,
  sign_here: (props) => <SignHere {...props} />,
  paper_consent: (props) => <PaperConsent {...props} />,
  mark_schedulable: (props) => <Step {...props} step="mark_schedulable" />,
  complete_treatment: (props) => <Step {...props} step="complete_treatment" />,
  await_records: (props) => <Step {...props} step="await_records" />,
  forward_records: (props) => <Forward {...props} />,
  mark_forwarded: (props) => <Step {...props} step="mark_forwarded" />,
  revoke_consent: (props) => <Revoke {...props} />,
  reassign: (props) => <Reassign {...props} />,
  override_status: (props) => <Override {...props} />,
  restrict_chart: (props) => <Restrict {...props} />,
  lift_restriction: (props) => <Lift {...props} />,
  drop: (props) => <Drop {...props} />,
}

/** The dialog that a row action opens, or nothing for an action that has none. */
export const PatientActionDialog = ({ action, ...props }: OpenedProps & { action: RowActionId }) =>
  dialogs[action]?.(props)
