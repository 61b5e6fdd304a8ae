import { amountOf } from '#domain/amount.ts'
import type { ConsentRowFragment } from '#generated/graphql.ts'
import { Moment, MomentDay } from '../time/Moment.tsx'
import { story, troubled } from './ConsentForms.css.ts'

type Request = NonNullable<ConsentRowFragment['newestConsentRequest']>

/** The state of the newest consent request, and any problem with it. */
export function ConsentProgress({ request }: { request: Request }) {
  if (request.state === 'sent') return <Open request={request} />
  if (request.state === 'failed') {
    return (
      <span className={troubled}>
        Sending failed: {request.closeReason}
        <NextTry at={request.retryAt} />
      </span>
    )
  }
  const ending = endings[request.state]
  if (!ending || !request.closedAt) return null
  return (
    <span className={story}>
      {ending} <MomentDay at={request.closedAt} />
      {request.state !== 'expired' && request.closeReason && `: ${request.closeReason}`}
    </span>
  )
}

const endings: Partial<Record<Request['state'], string>> = {
  declined: 'Declined',
  expired: 'Link ended',
  voided: 'Voided',
}

function Open({ request }: { request: Request }) {
  const { openedAt, paperRequestedAt, remindersSent, letters } = request
  const message = letters.at(-1)
  return (
    <>
      <span className={story}>
        {openedAt ? (
          <>
            Opened <MomentDay at={openedAt} />
          </>
        ) : (
          'Not opened yet'
        )}
        {remindersSent > 0 && ` · ${amountOf(remindersSent, 'reminder')} sent`}
        {paperRequestedAt && (
          <>
            {' · asked for a paper form '}
            <MomentDay at={paperRequestedAt} />
          </>
        )}
      </span>
      {request.providerError && (
        <span className={troubled}>DocuSign could not be reached: {request.providerError}</span>
      )}
      {message?.lastError && <MessageProblem message={message} />}
    </>
  )
}

function MessageProblem({ message: { state, nextTryAt } }: { message: Request['letters'][number] }) {
  return (
    <span className={troubled}>
      E-mail failed
      {state === 'failed' ? (
        ': check the address, or give the patient the link yourself'
      ) : (
        <NextTry at={nextTryAt} />
      )}
    </span>
  )
}

const NextTry = ({ at }: { at: string | null | undefined }) =>
  at && (
    <>
      ; next try <Moment at={at} />
    </>
  )
