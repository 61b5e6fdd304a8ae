import { changeAddress } from '#client/address.ts'
import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { showClockTime } from '#domain/clockTime.ts'
import { recipientsInWords } from '#domain/consent/recipients.ts'
import { coveredInWords, scopeOf } from '#domain/consent/scope.ts'
import { showDay } from '#domain/dates.ts'
import { type Language, languageLabels } from '#domain/language.ts'
import { closingReasons } from '#domain/patients/forwardAction.ts'
import { NO_EMAIL } from '#domain/patients/noEmail.ts'
import { type PatientFieldName, patientFieldNames, patientFields } from '#domain/patients/patientFields.ts'
import type { PatientDialogQuery } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Description, DescriptionList } from '#ui/DescriptionList.tsx'
import { flashing } from '#ui/flash.css.ts'
import { link, muted } from '#ui/type.css.ts'
import { IdentifierFacts } from '../identifiers/IdentifierFacts.tsx'
import { HoldBanner } from '../legalHolds/HoldBanner.tsx'
import { LegalHoldButton } from '../legalHolds/LegalHoldButton.tsx'
import { OpenRequests } from '../patientRequests/OpenRequests.tsx'
import { PlaceLink } from '../places/PlaceLink.tsx'
import { DateOfBirth } from '../time/DateOfBirth.tsx'
import { Age, Moment, MomentDay } from '../time/Moment.tsx'
import { notPrinted, where } from './PatientDialog.css.ts'
import { fullName } from './PatientRow.ts'
import { StatusBadge } from './PatientStage.tsx'
import { PipelineTimeline } from './PipelineTimeline.tsx'
import { RemindersSwitch } from './RemindersSwitch.tsx'
import { WaitingFor } from './WaitingFor.tsx'

type Props = {
  patient: PatientDialogQuery['patient']
  history: PatientDialogQuery['patientStatusHistory']
  /** Whether another user has just changed the status. */
  isChanged: boolean
}

/** A patient's data and the steps to the current status. */
export function PatientOverview({ patient, history, isChanged }: Props) {
  return (
    <>
      <div className={isChanged ? `${where} ${flashing}` : where}>
        <StatusBadge status={patient.status} />
        <span className={muted}>
          In this status: <Age since={patient.statusSince} />
        </span>
        <WaitingFor patient={patient} />
        <span className={notPrinted}>
          <LegalHoldButton patient={patient} />
        </span>
      </div>
      {patient.droppedAt && patient.dropReason && (
        <Banner tone="critical" icon="slash" title="Dropped from the caseload">
          {patient.dropReason} ({patient.droppedBy ? `${fullName(patient.droppedBy)}, ` : ''}
          <Moment at={patient.droppedAt} />)
        </Banner>
      )}
      {patient.dateOfDeath && (
        <Banner title={`Died on ${showDay(patient.dateOfDeath)}`}>
          <p>
            Only the executor of the estate or another representative can sign. Caseload sends no reminders.
          </p>
        </Banner>
      )}
      {patient.recordsClosed === 'under_review' && <ToReview />}
      <HoldBanner patient={patient} />
      <OpenRequests patientId={patient.id} requests={patient.openRequests ?? []} />
      <PipelineTimeline status={patient.status} history={history.edges.map(({ node }) => node)} />
      <Facts patient={patient} />
    </>
  )
}

/** Leads staff to the signed form that waits for their review. */
function ToReview() {
  const { viewer } = useFrame()
  if (!can(viewer, 'consent.review')) return null
  const review = (
    <Button size="small" onClick={() => changeAddress({ tab: 'consent' }, { replace: true })}>
      Review Form
    </Button>
  )
  return <Banner tone="caution" title="A signed form waits for your review" action={review} />
}

const isWide = (name: PatientFieldName) => ['address', 'long_text'].includes(patientFields[name].kind)
const isInTitle = (name: PatientFieldName) => name === 'firstName' || name === 'lastName'
const wideNames = patientFieldNames.filter(isWide)
const narrowNames = patientFieldNames.filter((name) => !isWide(name) && !isInTitle(name))
const emptyTexts: Partial<Record<PatientFieldName, string>> = { email: NO_EMAIL, notes: 'None' }

/** The text for a field without a value. A field that is hidden from the viewer is not described as empty. */
function emptyText(name: PatientFieldName, { clinicalTextsClosed }: Props['patient']): string | undefined {
  return patientFields[name].isClinical && clinicalTextsClosed
    ? `Closed to you. ${closingReasons[clinicalTextsClosed]}.`
    : emptyTexts[name]
}

function PersonFacts({ patient, names }: Pick<Props, 'patient'> & { names: PatientFieldName[] }) {
  const shown = names.filter((name) => patient[name] || !patientFields[name].isRare)
  return shown.map((name) => (
    <Description
      key={name}
      label={patientFields[name].label}
      isWide={isWide(name)}
      empty={emptyText(name, patient)}
    >
      {patient[name] && <PersonFact name={name} value={patient[name]} />}
    </Description>
  ))
}

function PersonFact({ name, value }: { name: PatientFieldName; value: string }) {
  if (name === 'dateOfBirth') return <DateOfBirth day={value} />
  const { kind } = patientFields[name]
  if (kind === 'date') return showDay(value)
  if (kind === 'language') return languageLabels[value as Language]
  if (kind === 'email' || kind === 'phone')
    return (
      <a
        className={link}
        href={kind === 'email' ? `mailto:${value}` : `tel:${value.replaceAll(/[^\d+]/g, '')}`}
      >
        {value}
      </a>
    )
  return value
}

function Facts({ patient }: Pick<Props, 'patient'>) {
  return (
    <DescriptionList>
      <PersonFacts patient={patient} names={narrowNames} />
      <IdentifierFacts identifiers={patient.identifiers} />
      <Description label="Assigned Attorney" empty="Unassigned">
        {patient.assignedAttorney && fullName(patient.assignedAttorney)}
      </Description>
      <Description label="Consent">
        <Consent patient={patient} />
      </Description>
      {patient.authorizedRecipients && (
        <Description label="Who May Receive Records" empty="No named recipient">
          {recipientsInWords(patient.authorizedRecipients)}
        </Description>
      )}
      {patient.authorizedScope && (
        <Description label="Records Covered">
          {coveredInWords(scopeOf(patient.authorizedScope), patient.authorizedCategories ?? [])}
        </Description>
      )}
      <Description label="Consultation" empty="Not scheduled">
        {patient.consultationDate && (
          <>
            {`${showDay(patient.consultationDate)}, ${showClockTime(patient.consultationTime ?? '')}, `}
            {patient.consultationLocation && <PlaceLink place={patient.consultationLocation} />}
          </>
        )}
      </Description>
      <Description label="Created">
        <MomentDay at={patient.createdAt} /> by {fullName(patient.createdBy)}
      </Description>
      <Description label="Reminders">
        <RemindersSwitch patient={patient} />
      </Description>
      <PersonFacts patient={patient} names={wideNames} />
    </DescriptionList>
  )
}

function Consent({ patient }: Pick<Props, 'patient'>) {
  const { consentSignedAt, consentRevokedAt, consentExpiresAt, consentIsManual, consentFormUrl } = patient
  if (!consentSignedAt && !consentRevokedAt) return 'Not signed yet'
  const revocation = patient.consentRevocations.find(({ revokedAt }) => revokedAt === consentRevokedAt)
  return (
    <>
      {consentRevokedAt && (
        <>
          Revoked <MomentDay at={consentRevokedAt} />
          {revocation && ` (recorded by ${fullName(revocation.revokedBy)}: ${revocation.reason})`}
        </>
      )}
      {consentRevokedAt && consentSignedAt && ', signed '}
      {!consentRevokedAt && 'Signed '}
      {consentSignedAt && <MomentDay at={consentSignedAt} />}
      {consentExpiresAt && !consentRevokedAt && (
        <>
          {patient.recordsClosed === 'expired' ? ', ended ' : ', until '}
          <MomentDay at={consentExpiresAt} />
        </>
      )}
      {consentIsManual && !consentFormUrl && ' (recorded manually, no form on file)'}
      {patient.recordsClosed === 'under_review' && ' (waits for review by staff)'}{' '}
      {consentFormUrl && (
        <span className={notPrinted}>
          <ButtonLink href={consentFormUrl} size="small" icon="download" download>
            Download Form
          </ButtonLink>
        </span>
      )}
    </>
  )
}
