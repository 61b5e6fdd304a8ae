import { useCallback } from 'react'
import { useQuery } from 'urql'
import type { Frame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { useFocusRefetch } from '#client/useFocusRefetch.ts'
import { patientPath, statusPath } from '#domain/access/screens.ts'
import type { PatientStatus } from '#domain/patients/status.ts'
import { graphql } from '#generated/gql.ts'
import type { ConsentRowFragment } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardFoot, CardHead, CardLink } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { fullName, type PatientRow } from '../patients/PatientRow.ts'
import { usePatientActions } from '../patients/usePatientActions.tsx'
import { StatusBadge } from '../patients/WherePatientIs.tsx'
import { Age, MomentDay } from '../time/Moment.tsx'
import { cards, end, name } from './ConsentForms.css.ts'

export const consentRow = graphql(`
  fragment ConsentRow on Patient { ...PatientRow consentSignedAt consentIsManual consentFormUrl }
`)

export const consentFormsQuery = graphql(`
  query ConsentForms {
    pending: patients(status: pending_consent, sort: in_step, first: 25) { totalCount edges { node { ...ConsentRow } } }
    sent: patients(status: consent_sent, sort: in_step, first: 25) { totalCount edges { node { ...ConsentRow } } }
    signed: patients(status: consent_signed, sort: in_step, direction: desc, first: 25) {
      totalCount edges { node { ...ConsentRow } }
    }
    schedulable: patients(status: schedulable, sort: in_step, direction: desc, first: 25) {
      totalCount edges { node { ...ConsentRow } }
    }
  }
`)

type Part = { totalCount: number; edges: readonly { node: ConsentRowFragment }[] }

/** Who still has to sign, longest waiting first, and who has signed. */
export function ConsentForms({ frame }: { frame: Frame }) {
  return (
    <Island frame={frame}>
      <Cards />
    </Island>
  )
}

function Cards() {
  const [{ data }, refetch] = useQuery({ query: consentFormsQuery })
  const readAgain = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch])
  useFocusRefetch(readAgain)
  const { onAction, dialog, pendingFor } = usePatientActions(readAgain)
  const actions = (patient: ConsentRowFragment) => (
    <PendingActions patient={patient} isPending={Boolean(pendingFor(patient))} onAction={onAction} />
  )
  return (
    <div className={cards}>
      <ConsentCard
        title="Pending Consent"
        empty="All consent forms are up to date!"
        parts={data && { consent_sent: data.sent, pending_consent: data.pending }}
        detail={(patient) => (
          <>
            Added <MomentDay at={patient.createdAt} />
            {patient.status === 'consent_sent' && ` · ${sentVia(patient)}`} ·{' '}
            <Age since={patient.statusSince} />
          </>
        )}
        action={actions}
      />
      <ConsentCard
        title="Signed Consent"
        empty="No signed consent forms yet"
        parts={data && { consent_signed: data.signed, schedulable: data.schedulable }}
        detail={(patient) => (
          <>
            {patient.consentSignedAt && (
              <>
                Signed <MomentDay at={patient.consentSignedAt} />
              </>
            )}
            {patient.consentIsManual && !patient.consentFormUrl && ' · recorded manually, no form on file'}
            {patient.status === 'schedulable' && ' · Ready to schedule'}
          </>
        )}
        action={(patient) => patient.consentFormUrl && <DownloadLink patient={patient} />}
      />
      {dialog}
    </div>
  )
}

type ConsentCardProps = {
  title: string
  empty: string
  parts: Partial<Record<PatientStatus, Part>> | undefined
  detail: (patient: ConsentRowFragment) => React.ReactNode
  action: (patient: ConsentRowFragment) => React.ReactNode
}

function ConsentCard({ title, empty, parts, detail, action }: ConsentCardProps) {
  const all = Object.entries(parts ?? {})
  const total = all.reduce((sum, [, part]) => sum + part.totalCount, 0)
  const rest = all.filter(([, part]) => part.totalCount > part.edges.length)
  return (
    <Card>
      <CardHead title={`${title} (${parts ? total.toLocaleString('en-US') : '…'})`} />
      {!parts && <Skeleton />}
      {parts && total === 0 && <EmptyState text={empty} />}
      <List>
        {all.flatMap(([, part]) =>
          part.edges.map(({ node }) => (
            <ListItem
              key={node.id}
              detail={<Detail patient={node}>{detail(node)}</Detail>}
              action={<End patient={node}>{action(node)}</End>}
            >
              <a className={name} href={patientPath(node.id)}>
                {fullName(node)}
              </a>
            </ListItem>
          )),
        )}
      </List>
      {rest.map(([status, part]) => (
        <CardFoot key={status}>
          <CardLink href={statusPath(status)}>View All {part.totalCount.toLocaleString('en-US')}</CardLink>
        </CardFoot>
      ))}
    </Card>
  )
}

function Detail({ patient, children }: { patient: ConsentRowFragment; children: React.ReactNode }) {
  return (
    <>
      {patient.email}
      <br />
      {children}
    </>
  )
}

function End({ patient, children }: { patient: ConsentRowFragment; children: React.ReactNode }) {
  return (
    <div className={end}>
      <StatusBadge status={patient.status} />
      {children}
    </div>
  )
}

type PendingProps = {
  patient: PatientRow
  isPending: boolean
  onAction: ReturnType<typeof usePatientActions>['onAction']
}

function PendingActions({ patient, isPending, onAction }: PendingProps) {
  return patient.status === 'pending_consent' ? (
    <Button
      size="small"
      icon="send"
      isPending={isPending}
      aria-label={`Send Consent: ${fullName(patient)}`}
      onClick={() => onAction('send_consent', patient)}
    >
      Send Consent
    </Button>
  ) : patient.consentSentVia !== 'built_in' ? null : (
    <Button
      size="small"
      icon="copy"
      aria-label={`Show signing link: ${fullName(patient)}`}
      onClick={() => onAction('copy_link', patient)}
    >
      Signing Link
    </Button>
  )
}

const DownloadLink = ({ patient }: { patient: ConsentRowFragment }) => (
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

/** DocuSign and a status set by hand carry SPEC's words; the built-in provider its own (DECISIONS). */
const sentVia = ({ consentSentVia }: PatientRow) =>
  consentSentVia === 'built_in' ? 'Sent for e-signature' : 'Sent via DocuSign'
