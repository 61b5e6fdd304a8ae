import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { toast } from '#client/toast.ts'
import { useAction } from '#client/useAction.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { PAGE } from '#domain/paging.ts'
import { webhookInput } from '#domain/webhooks/inputs.ts'
import { graphql } from '#generated/gql.ts'
import type { WebhookMessagesQuery } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { strong } from '#ui/type.css.ts'
import { MorePages } from '../paging/Pages.tsx'
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
  const variables = { webhookId: webhook.id }
  // The results of messages are no changes that the server announces, so nothing else reloads the list.
  const [{ data, error }, refetch] = useQuery({
    query: messagesQuery,
    variables: { ...variables, first: PAGE.size },
    requestPolicy: 'cache-and-network',
  })
  const reload = () => refetch({ requestPolicy: 'network-only' })
  const { submit, isPending } = useSubmit({
    document: SendTest,
    input: webhookInput,
    variables: (input) => ({ input }),
    fallback: 'The test message could not be sent',
    onDone({ testWebhook: { lastProblem } }) {
      if (lastProblem) toast.failure('Not Accepted', `${lastProblem.replace(/\.$/, '')}.`)
      else toast.success('Success', 'The test message was accepted')
      reload()
    },
  })
  const list = { isOn: webhook.isOn, onResent: reload }
  return (
    <Dialog
      title={`Messages: ${webhook.name}`}
      description="The messages of the last 30 days, newest first."
      size="wide"
      isSteady
      onClose={onClose}
    >
      <DialogBody>
        {error && !data && (
          <EmptyState text={errorMessage(error, 'The messages could not be loaded.').message} />
        )}
        {!error && !data && <Skeleton rows={3} />}
        {data && (
          <>
            <Messages {...data.webhookMessages} {...list} />
            <MorePages
              document={messagesQuery}
              variables={variables}
              connectionOf={({ webhookMessages }) => webhookMessages}
              pageInfo={data.webhookMessages.pageInfo}
              fallback="The messages could not be loaded"
            >
              {(messages) => <Messages edges={messages.map((node) => ({ node }))} {...list} />}
            </MorePages>
          </>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Back</Button>
        <Button icon="refresh" onClick={reload}>
          Refresh
        </Button>
        <Button
          variant="primary"
          icon="send"
          isPending={isPending}
          pendingLabel="Sending..."
          onClick={() => void submit({ webhookId: webhook.id })}
        >
          Send Test Message
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

type ListProps = { edges: readonly { node: Message }[]; isOn: boolean; onResent: () => void }

function Messages({ edges, ...rest }: ListProps) {
  if (edges.length === 0) return <EmptyState text="No messages yet" />
  return (
    <div className={flush}>
      <List label="Messages">
        {edges.map(({ node }) => (
          <MessageItem key={node.id} message={node} {...rest} />
        ))}
      </List>
    </div>
  )
}

type ItemProps = Omit<ListProps, 'edges'> & { message: Message }

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
