import { useState } from 'react'
import { useClient } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { toast } from '#client/toast.ts'
import { patientPath } from '#domain/access/screens.ts'
import { mailKindLabels } from '#domain/mail/mail.ts'
import { graphql } from '#generated/gql.ts'
import type { OutboxDialogQuery } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { link } from '#ui/type.css.ts'
import { Pages } from '../paging/Pages.tsx'
import { Moment } from '../time/Moment.tsx'
import { flush, rowEnd } from './Settings.css.ts'

const Outbox = graphql(`
  query OutboxDialog($first: Int, $after: String) {
    outbox(first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { id kind state toAddress patientId attempts lastError createdAt nextTryAt } }
    }
  }
`)

const Retry = graphql(`
  mutation OutboxDialog_Retry($input: MailInput!) { retryMail(input: $input) { id state } }
`)

const Discard = graphql(`
  mutation OutboxDialog_Discard($input: MailInput!) { discardMail(input: $input) { id state } }
`)

type OutboxMessage = OutboxDialogQuery['outbox']['edges'][number]['node']

/** The e-mails and text messages that could not be sent, with the reason and the possible actions. */
export function OutboxDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Failed Mail"
      description="E-mails and text messages that could not be delivered. After a temporary failure, Caseload keeps trying for a day."
      size="wide"
      onClose={onClose}
    >
      <DialogBody>
        <Pages
          document={Outbox}
          variables={{}}
          connectionOf={(data) => data.outbox}
          empty={<EmptyState text="No failed messages" />}
          fallback="The messages could not be loaded"
        >
          {(messages) => (
            <div className={flush}>
              <List label="Failed mail">
                {messages.map((message) => (
                  <MessageRow key={message.id} message={message} />
                ))}
              </List>
            </div>
          )}
        </Pages>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </Dialog>
  )
}

function MessageRow({ message }: { message: OutboxMessage }) {
  const { kind, toAddress, patientId, attempts, lastError, createdAt, nextTryAt, state } = message
  return (
    <ListItem
      detail={
        <>
          {mailKindLabels[kind]}, <Moment at={createdAt} />
          {` · ${tries(attempts)}`}
          {state === 'waiting' && nextTryAt && (
            <>
              {', next '}
              <Moment at={nextTryAt} />
            </>
          )}
          <br />
          {lastError ?? (attempts > 0 ? 'The last attempt was interrupted' : 'E-mail is off')}
        </>
      }
      action={<MessageActions message={message} />}
    >
      {patientId ? (
        <a className={link} href={patientPath(patientId, 'consent')}>
          {toAddress}
        </a>
      ) : (
        toAddress
      )}
    </ListItem>
  )
}

const tries = (attempts: number) =>
  attempts === 0 ? 'not tried yet' : attempts === 1 ? 'tried once' : `tried ${attempts} times`

function MessageActions({ message: { id: mailId, toAddress } }: { message: OutboxMessage }) {
  const client = useClient()
  const [pending, setPending] = useState<'retry' | 'discard' | null>(null)

  async function act(what: 'retry' | 'discard'): Promise<void> {
    setPending(what)
    const variables = { input: { mailId } }
    const { error } = await (what === 'retry'
      ? client.mutation(Retry, variables).toPromise()
      : client.mutation(Discard, variables).toPromise())
    setPending(null)
    if (!error)
      return toast.success('Success', what === 'retry' ? 'The e-mail will be sent again' : 'E-mail discarded')
    const { code, message } = errorMessage(error, 'The e-mail could not be updated')
    if (code !== 'unauthenticated') toast.failure('Error', message)
  }

  return (
    <div className={rowEnd}>
      <Button
        size="small"
        isPending={pending === 'retry'}
        aria-label={`Retry: ${toAddress}`}
        onClick={() => void act('retry')}
      >
        Retry
      </Button>
      <Button
        size="small"
        isPending={pending === 'discard'}
        aria-label={`Discard: ${toAddress}`}
        onClick={() => void act('discard')}
      >
        Discard
      </Button>
    </div>
  )
}
