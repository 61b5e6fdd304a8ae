import { patientPath } from '#domain/access/screens.ts'
import { nextOnConsent } from '#domain/patients/nextActions.ts'
import type { ConsentRowFragment } from '#generated/graphql.ts'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { ListItem } from '#ui/List.tsx'
import { unbroken } from '#ui/type.css.ts'
import { type Offer, PatientActions } from '../patients/PatientActions.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { StatusBadge } from '../patients/PatientStage.tsx'
import type { usePatientActions } from '../patients/usePatientActions.tsx'
import { Age, MomentDay } from '../time/Moment.tsx'
import { acts, end, endBelow, name } from './ConsentForms.css.ts'
import { ConsentProgress } from './ConsentProgress.tsx'

type Props = Pick<ReturnType<typeof usePatientActions>, 'onAction' | 'pendingFor'> & {
  patient: ConsentRowFragment
}

const consentOffer: Offer = {
  nextOf: nextOnConsent,
  loadMenu: () => import('../patients/listMenu.ts').then(({ consentMenu }) => consentMenu),
  words: {
    send_consent: 'Send Consent',
    resend_consent: 'Resend',
    copy_link: 'Signing Link',
    check_status: 'Check Status',
  },
  most: 2,
}

/** A patient on the Consent Forms screen. */
export function ConsentRow({ patient, onAction, pendingFor }: Props) {
  return (
    <ListItem
      detail={
        <>
          {patient.shownEmail}
          <br />
          <HowFar patient={patient} />
        </>
      }
      action={
        <div className={patient.status === 'consent_sent' ? endBelow : end}>
          <StatusBadge status={patient.status} />
          <div className={acts}>
            {patient.consentFormUrl && <DownloadLink patient={patient} />}
            <PatientActions
              patient={patient}
              offer={consentOffer}
              pendingAction={pendingFor(patient)}
              onAction={onAction}
            />
          </div>
        </div>
      }
    >
      <a className={name} href={patientPath(patient.id)}>
        {fullName(patient)}
      </a>
    </ListItem>
  )
}

function HowFar({ patient }: { patient: ConsentRowFragment }) {
  if (patient.status === 'pending_consent' || patient.status === 'consent_sent') {
    return (
      <>
        Added <MomentDay at={patient.createdAt} />
        {patient.status === 'consent_sent' && (
          <>
            {' · '}
            <span className={unbroken}>{sentVia(patient)}</span>
          </>
        )}
        {' · '}
        <Age since={patient.statusSince} />
        {patient.newestConsentRequest && <ConsentProgress request={patient.newestConsentRequest} />}
      </>
    )
  }
  return (
    <>
      {patient.consentSignedAt && (
        <>
          Signed <MomentDay at={patient.consentSignedAt} />
        </>
      )}
      {patient.consentIsManual && !patient.consentFormUrl && ' · recorded manually, no form on file'}
      {patient.status === 'schedulable' && ' · Ready to schedule'}
    </>
  )
}

const DownloadLink = ({ patient }: Pick<Props, 'patient'>) => (
  <ButtonLink
    size="small"
    icon="download"
    href={patient.consentFormUrl ?? ''}
    download
    aria-label={`Download consent form of ${fullName(patient)}`}
  >
    Download
  </ButtonLink>
)

/** For DocuSign and for a manual status, SPEC sets the text; for the built-in provider, DECISIONS does. */
const sentVia = ({ consentSentVia }: ConsentRowFragment) =>
  consentSentVia === 'built_in' ? 'Sent for e-signature' : 'Sent via DocuSign'
