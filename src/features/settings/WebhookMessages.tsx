import { useState } from 'react'
import { toast } from '#client/toast.ts'
import { useAction } from '#client/useAction.ts'
import { graphql } from '#generated/gql.ts'
import type { WebhookMessagesQuery } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { strong } from '#ui/type.css.ts'
import { Pages } from '../paging/Pages.tsx'
import { Moment } from '../time/Moment.tsx'
import { flush, rowEnd } from './Settings.css.ts'
import type { WebhookRow } from './webhookDocuments.ts'

const messagesQuery = graphql(`
  query WebhookMessages($webhookId: ID!, $first: Int, $after: String) {
    webhookMessages(webhookId: $webhookId, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { id isTest changes createdAt attempts lastStatus lastProblem lastMs acceptedAt } }
    }
  }
`)

const SendTest = graphql(`
  mutation WebhookMessages_Test($input: WebhookInput!) { testWebhook(input: $input) { id lastProblem } }
`)

const Resend = graphql(`
  mutation WebhookMessages_Resend($input: ResendMessagesInput!) {
    resendMessages(input: $input) { ...WebhookRow }
  }
`)

type Message = WebhookMessagesQuery['webhookMessages']['edges'][number]['node']

/** The messages of a webhook with the results, and what to do about them. */
export function WebhookMessages({ webhook, onClose }: { webhook: WebhookRow; onClose: () => void }) {
  const [round, setRound] = useState(0)
  const reload = () => setRound(round + 1)
  const { run, pending } = useAction()
  const test = () =>
    run({
      document: SendTest,
      variables: { input: { webhookId: webhook.id } },
      key: 'test',
      done: ({ testWebhook: { lastProblem } }) => {
        if (lastProblem) toast.failure('Not Accepted', `${lastProblem.replace(/\.$/, '')}.`)
        else toast.success('Success', 'The test message was accepted')
      },
      onAnswer: reload,
      fallback: 'The test message could not be sent',
    })
  return (
    <Dialog
      title={`Messages: ${webhook.name}`}
      description="The messages of the last 30 days, newest first."
      size="wide"
      isSteady
      onClose={onClose}
    >
      <DialogBody>
        {/* Deliveries are no changes that the server announces, so nothing else reloads the list. */}
        <Pages
          key={round}
          requestPolicy="cache-and-network"
          document={messagesQuery}
          variables={{ webhookId: webhook.id }}
          connectionOf={(data) => data.webhookMessages}
          empty={<EmptyState text="No messages yet" />}
          fallback="The messages could not be loaded"
        >
          {(messages) => (
            <div className={flush}>
              <List label="Messages">
                {messages.map((message) => (
                  <MessageItem key={message.id} message={message} isOn={webhook.isOn} onResent={reload} />
                ))}
              </List>
            </div>
          )}
        </Pages>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Back</Button>
        <Button icon="refresh" onClick={reload}>
          Refresh
        </Button>
        <Button
          variant="primary"
          icon="send"
          isPending={pending === 'test'}
          pendingLabel="Sending..."
          onClick={() => void test()}
        >
          Send Test Message
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

type ItemProps = { message: Message; isOn: boolean; onResent: () => void }

function MessageItem({ message, isOn, onResent }: ItemProps) {
  const {
    id: webhookMessageId,
    isTest,
    changes,
    createdAt,
    attempts,
    lastStatus,
    lastMs,
    acceptedAt,
  } = message
  const { run, pending } = useAction()
  const name = isTest ? 'Test message' : changes === 1 ? '1 change' : `${changes} changes`
  const resend = () =>
    run({
      document: Resend,
      variables: { input: { webhookMessageId } },
      key: 'resend',
      done: 'This message and all later ones will be sent again',
      fallback: 'The message could not be sent again',
      onAnswer: onResent,
    })
  return (
    <ListItem
      detail={
        <>
          <Moment at={createdAt} />
          {attempts > 1 && ` · sent ${attempts} times`}
          {acceptedAt && ` · answered ${lastStatus} after ${lastMs} ms`}
          {message.lastProblem && ` · ${message.lastProblem}`}
        </>
      }
      action={
        !isTest &&
        isOn && (
          <div className={rowEnd}>
            <Button
              size="small"
              isPending={pending !== null}
              aria-label={`Send again from here: ${name}`}
              onClick={() => void resend()}
            >
              Send Again From Here
            </Button>
          </div>
        )
      }
    >
      <span className={strong}>{name}</span> <MessageState message={message} />
    </ListItem>
  )
}

function MessageState({ message: { acceptedAt, attempts } }: { message: Message }) {
  if (acceptedAt)
    return (
      <Badge tone="ready" icon="check">
        Accepted
      </Badge>
    )
  if (attempts === 0) return <Badge>Not Sent Yet</Badge>
  return (
    <Badge tone="caution" icon="alert">
      Not Accepted
    </Badge>
  )
}
