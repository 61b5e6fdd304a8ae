import { Fragment, useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { isSameRecipient, recipientInWords, recipientsInWords } from '#domain/consent/recipients.ts'
import { coverageOf, scopeForStaff, scopeOf } from '#domain/consent/scope.ts'
import { isTextKind, mailKindLabels, mailProblem } from '#domain/mail/mail.ts'
import { consentTabActions } from '#domain/patients/chartActions.ts'
import { type RecordCategory, recordCategoryLabels } from '#domain/records/categories.ts'
import { isServable } from '#domain/records/scan.ts'
import { graphql } from '#generated/gql.ts'
import type { PatientConsentQuery } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import type { IconName } from '#ui/iconPaths.ts'
import { List, ListItem } from '#ui/List.tsx'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import type { Tone } from '#ui/theme.css.ts'
import { section } from '#ui/type.css.ts'
import { Pages } from '../paging/Pages.tsx'
import { ScanBadge } from '../records/RecordScan.tsx'
import { Moment, MomentDay } from '../time/Moment.tsx'
import { ActionButton, type ChartPartProps } from './ActionButton.tsx'
import { ChangedDetails } from './ChangedDetails.tsx'
import { FormReview } from './FormReview.tsx'
import { buttons, flush, itemButtons, line, part } from './PatientDialog.css.ts'
import { asRow, fullName } from './PatientRow.ts'
import type { PlacedRecipient } from './RevokePartDialog.tsx'

const SendCopyDialog = lazy(() => import('./SendCopyDialog.tsx').then((one) => one.SendCopyDialog))
const RevokePartDialog = lazy(() => import('./RevokePartDialog.tsx').then((one) => one.RevokePartDialog))

const Requests = graphql(`
  query PatientConsent($patientId: ID!, $first: Int, $after: String) {
    consentRequests(patientId: $patientId, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node {
        id state provider channel templateVersion createdAt sentAt sentTo changedDetails openedAt expiresAt closedAt closeReason
        signerName representativeRelation witnessName witnessRelation interpreterName interpreterLanguage paperRequestedAt remindersSent nextReminderAt retryAt isReplacement formUrl certificateUrl sealedScanUrl formScanState
        sentBy { id firstName lastName }
        recipients { userId name firm address email } recipientsDerived copyToRecipients isInForce
        scope { categories sensitive serviceFrom serviceTo } purpose ends
        partialRevocations { id category reason revokedAt recipient { userId name firm address } }
        recipientCopies { id recipient { name firm } email createdAt downloads downloadedAt }
        letters { id kind state createdAt sentAt nextTryAt lastError }
        reviewState reviewedAt reviewNote reviewedBy { id firstName lastName } ...FormReview
      } }
    }
  }
`)

type Request = PatientConsentQuery['consentRequests']['edges'][number]['node']

/** The patient's consent requests, their outcomes and the signed forms. */
export function PatientConsent(props: ChartPartProps) {
  const { viewer } = useFrame()
  const { patient } = props
  const actions = consentTabActions(viewer, asRow(patient))
  const [revoking, setRevoking] = useState<Request | null>(null)
  const [copying, setCopying] = useState<Request | null>(null)
  const mayRevoke = can(viewer, 'consent.revoke', asRow(patient))
  const maySend = can(viewer, 'consent.sendCopy', asRow(patient))
  return (
    <section className={part}>
      {actions.length > 0 && (
        <div className={buttons}>
          {actions.map((action) => (
            <ActionButton key={action.id} action={action} {...props} />
          ))}
        </div>
      )}
      <h3 className={section}>Consent Requests</h3>
      <Pages
        document={Requests}
        variables={{ patientId: patient.id }}
        connectionOf={(data) => data.consentRequests}
        empty={<EmptyState text="This patient has not been asked to sign yet" />}
        fallback="The consent requests could not be loaded"
      >
        {(requests) => (
          <>
            {can(viewer, 'consent.review') &&
              requests
                .filter(({ reviewState }) => reviewState === 'waiting')
                .map((request) => <FormReview key={request.id} {...{ patient, request }} />)}
            <ChangedDetails {...props} requests={requests} />
            <div className={flush}>
              <List label="Consent Requests">
                {requests.map((request) => (
                  <OneRequest
                    key={request.id}
                    request={request}
                    onRevokePart={mayRevoke && isDivisible(request) ? () => setRevoking(request) : undefined}
                    onSendCopy={
                      maySend && outsideRecipients(request).length > 0 ? () => setCopying(request) : undefined
                    }
                  />
                ))}
              </List>
            </div>
          </>
        )}
      </Pages>
      {revoking && (
        <OnDemand>
          <RevokePartDialog
            patientId={patient.id}
            requestId={revoking.id}
            recipients={revocableRecipients(revoking)}
            categories={revocableCategories(revoking)}
            onClose={() => setRevoking(null)}
          />
        </OnDemand>
      )}
      {copying && (
        <OnDemand>
          <SendCopyDialog
            patientId={patient.id}
            requestId={copying.id}
            recipients={outsideRecipients(copying)}
            onClose={() => setCopying(null)}
          />
        </OnDemand>
      )}
    </section>
  )
}

/** The recipients for whom the form is in force, with their positions on the form. */
const recipientsInForce = ({ isInForce, recipients, partialRevocations }: Request) =>
  recipients
    .map((recipient, position) => ({ ...recipient, position }))
    .filter(
      (one) =>
        isInForce &&
        !partialRevocations.some(({ recipient }) => recipient && isSameRecipient(recipient, one)),
    )

const revocableRecipients = (request: Request): PlacedRecipient[] => {
  const current = recipientsInForce(request)
  return current.length > 1 ? current : []
}

/** The recipients who can get the form by e-mail: those without an account. A form on paper is not sent. */
const outsideRecipients = (request: Request): PlacedRecipient[] =>
  request.channel === 'paper' ? [] : recipientsInForce(request).filter(({ userId }) => !userId)

const revocableCategories = ({ scope, partialRevocations }: Request): RecordCategory[] => {
  const revoked = partialRevocations.flatMap(({ category }) => category ?? [])
  const { categories, isUncategorized } = coverageOf(scopeOf(scope), revoked)
  return isUncategorized || categories.length > 1 ? [...categories] : []
}

/** Whether a part of the form can be revoked and another part stays. */
const isDivisible = (request: Request): boolean =>
  request.isInForce && (revocableRecipients(request).length > 0 || revocableCategories(request).length > 0)

const looks: Record<Request['state'], { word: string; tone: Tone; icon: IconName }> = {
  preparing: { word: 'Being sent', tone: 'neutral', icon: 'clock' },
  sent: { word: 'Waiting for signature', tone: 'info', icon: 'send' },
  signed: { word: 'Signed', tone: 'positive', icon: 'check' },
  declined: { word: 'Declined', tone: 'caution', icon: 'close' },
  expired: { word: 'Expired', tone: 'caution', icon: 'clock' },
  voided: { word: 'Voided', tone: 'neutral', icon: 'slash' },
  failed: { word: 'Sending failed', tone: 'critical', icon: 'alert' },
}

const ways: Record<Request['channel'], string> = {
  remote: 'by link',
  in_person: 'in the clinic',
  paper: 'on paper',
}

const reviewLooks = {
  waiting: { word: 'Waiting for review', tone: 'caution', icon: 'clock' },
  accepted: looks.signed,
  rejected: { word: 'Rejected', tone: 'critical', icon: 'slash' },
} as const satisfies Record<NonNullable<Request['reviewState']>, (typeof looks)[Request['state']]>

const lookOf = ({ state, reviewState }: Request) => (reviewState ? reviewLooks[reviewState] : looks[state])

type OneProps = {
  request: Request
  onRevokePart: (() => void) | undefined
  onSendCopy: (() => void) | undefined
}

function OneRequest({ request, onRevokePart, onSendCopy }: OneProps) {
  const { word, tone, icon } = lookOf(request)
  const { provider, channel, templateVersion, isReplacement } = request
  const { formUrl, certificateUrl, sealedScanUrl, formScanState } = request
  return (
    <ListItem
      detail={<Story request={request} />}
      action={
        (onRevokePart || onSendCopy || formUrl) && (
          <div className={itemButtons}>
            {onRevokePart && (
              <Button size="small" icon="undo" onClick={onRevokePart}>
                Revoke Part
              </Button>
            )}
            {onSendCopy && (
              <Button size="small" icon="send" onClick={onSendCopy}>
                Send Copy
              </Button>
            )}
            {formUrl &&
              (formScanState === null || isServable({ scanState: formScanState }) ? (
                <ButtonLink size="small" icon="download" href={formUrl} download>
                  Download Form
                </ButtonLink>
              ) : (
                <ScanBadge record={{ scanState: formScanState }} />
              ))}
            {certificateUrl && (
              <ButtonLink size="small" icon="download" href={certificateUrl} download>
                Download Certificate
              </ButtonLink>
            )}
            {sealedScanUrl && (
              <ButtonLink size="small" icon="download" href={sealedScanUrl} download>
                Download Sealed Scan
              </ButtonLink>
            )}
          </div>
        )
      }
    >
      <span className={line}>
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
        <span>
          {provider === 'docusign' ? 'through DocuSign' : ways[channel]} · {templateVersion}
          {isReplacement && ' · sent again'}
        </span>
      </span>
    </ListItem>
  )
}

/** How a request began. One that has not reached its provider was requested, not sent. */
function begun({ channel, sentAt }: Request): string {
  if (channel === 'paper') return 'Recorded'
  if (channel === 'in_person') return 'Opened in the clinic'
  return sentAt ? 'Sent' : 'Requested'
}

/** The events of a request in order. */
function Story({ request }: { request: Request }) {
  const { sentAt, sentTo, createdAt, sentBy, openedAt, paperRequestedAt, state, expiresAt, nextReminderAt } =
    request
  return (
    <>
      {begun(request)} <Moment at={sentAt ?? createdAt} /> by {fullName(sentBy)}
      {sentTo && ` to ${sentTo}`}
      {request.recipients.length > 0
        ? ` · for release to ${recipientsInWords(request.recipients)}`
        : ' · names no recipient'}
      {request.recipientsDerived && ' (from an earlier version)'}
      {request.copyToRecipients && ' · copy to the recipients'}
      {` · covers ${scopeForStaff(scopeOf(request.scope))}`}
      {request.partialRevocations.map(({ id, recipient, category, reason, revokedAt }) => (
        <Fragment key={id}>
          <br />
          Revoked for {recipient ? recipientInWords(recipient) : category && recordCategoryLabels[category]}{' '}
          <Moment at={revokedAt} />: {reason}
        </Fragment>
      ))}
      {openedAt && (
        <>
          {' · opened '}
          <Moment at={openedAt} />
        </>
      )}
      {paperRequestedAt && (
        <>
          {' · asked for a paper form '}
          <Moment at={paperRequestedAt} />
        </>
      )}
      <Ending request={request} />
      {request.representativeRelation &&
        ` · signed for the patient by ${[...new Set([request.signerName, request.representativeRelation])].join(', ')}`}
      {request.witnessName &&
        ` · witness ${request.witnessName}${request.witnessRelation ? `, ${request.witnessRelation}` : ''}`}
      {request.interpreterName &&
        ` · interpreter ${request.interpreterName}, ${request.interpreterLanguage ?? ''}`}
      <Review request={request} />
      {state === 'sent' && (
        <>
          <br />
          The link works until <MomentDay at={expiresAt} />
          {nextReminderAt && request.letters.length > 0 && (
            <>
              {' · next reminder '}
              <MomentDay at={nextReminderAt} />
            </>
          )}
        </>
      )}
      {request.letters.map((message) => (
        <MessageLine key={message.id} message={message} />
      ))}
      {request.recipientCopies.map((copy) => (
        <CopyLine key={copy.id} copy={copy} />
      ))}
    </>
  )
}

function Ending({ request: { state, channel, closedAt, closeReason, retryAt } }: { request: Request }) {
  if (!closedAt) return null
  // A form on paper has no time of day.
  const isDayOnly = channel === 'paper' && state === 'signed'
  return (
    <>
      {` · ${looks[state].word.toLowerCase()} `}
      {isDayOnly ? <MomentDay at={closedAt} /> : <Moment at={closedAt} />}
      {closeReason && `: ${closeReason}`}
      {retryAt && (
        <>
          ; next try <Moment at={retryAt} />
        </>
      )}
    </>
  )
}

function Review({ request: { reviewedAt, reviewState, reviewedBy, reviewNote } }: { request: Request }) {
  if (!reviewedAt || !reviewState) return null
  return (
    <>
      {` · ${reviewState} `}
      <Moment at={reviewedAt} />
      {reviewedBy && ` by ${fullName(reviewedBy)}`}
      {reviewNote && `: ${reviewNote}`}
    </>
  )
}

function CopyLine({ copy }: { copy: Request['recipientCopies'][number] }) {
  const { recipient, email, createdAt, downloads, downloadedAt } = copy
  return (
    <>
      <br />
      Copy for {recipientInWords(recipient)}, {email}, made <Moment at={createdAt} />
      {downloadedAt ? (
        <>
          {` · downloaded ${downloads === 1 ? 'once' : `${downloads} times`}, last `}
          <Moment at={downloadedAt} />
        </>
      ) : (
        ' · not downloaded yet'
      )}
    </>
  )
}

const messageNames: Record<Request['letters'][number]['kind'], string> = {
  ...mailKindLabels,
  consent_invitation: 'Invitation',
  consent_reminder: 'Reminder',
  consent_copy: 'Copy of the form',
  recipient_copy: 'Link for a recipient',
  consent_text: 'Text message',
  identity_code: 'Code',
  alert: 'Alert',
}

function MessageLine({ message }: { message: Request['letters'][number] }) {
  const { kind, state, createdAt, sentAt, nextTryAt, lastError } = message
  const sent = isTextKind(kind) ? 'sent' : 'e-mailed'
  return (
    <>
      <br />
      {messageNames[kind]}{' '}
      {state === 'sent' && (
        <>
          {sent} <Moment at={sentAt ?? createdAt} />
        </>
      )}
      {state === 'withdrawn' && `not ${sent}: it had lost its reason`}
      {state === 'failed' && `could not be ${sent}`}
      {state === 'waiting' &&
        (lastError ? `not ${sent} yet` : `on its way${isTextKind(kind) ? '' : ' by e-mail'}`)}
      {lastError && `: ${mailProblem(lastError)}`}
      {state === 'waiting' && lastError && nextTryAt && (
        <>
          ; next try <Moment at={nextTryAt} />
        </>
      )}
    </>
  )
}
