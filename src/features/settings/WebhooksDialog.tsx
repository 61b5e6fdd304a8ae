import { useState } from 'react'
import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { toast } from '#client/toast.ts'
import { useAction } from '#client/useAction.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { webhookInput } from '#domain/webhooks/inputs.ts'
import { webhookOffReasons } from '#domain/webhooks/webhook.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { strong } from '#ui/type.css.ts'
import { Moment } from '../time/Moment.tsx'
import { flush, rowEnd, word } from './Settings.css.ts'
import { ShownSecret } from './ShownSecret.tsx'
import { typesInWords } from './TypeFields.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookMessages } from './WebhookMessages.tsx'
import {
  DeleteWebhook,
  EditWebhook,
  ReplaceSecret,
  type WebhookRow,
  webhooksQuery,
} from './webhookDocuments.ts'

type Step =
  | { is: 'form'; webhook?: WebhookRow }
  | { is: 'secret'; secret: string }
  | { is: 'messages' | 'removing'; webhook: WebhookRow }

/** The webhooks with their state. Forms, the log of messages and new secrets replace the list until they are closed. */
export function WebhooksDialog({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step | null>(null)
  const [round, setRound] = useState(0)
  const reload = () => setRound(round + 1)
  const back = () => setStep(null)
  if (step?.is === 'form')
    return (
      <WebhookForm
        webhook={step.webhook}
        onAdded={(secret) => setStep({ is: 'secret', secret })}
        onClose={back}
      />
    )
  if (step?.is === 'secret')
    return (
      <ShownSecret
        title="Secret of the Webhook"
        secret={step.secret}
        warning="The receiver needs it to verify that messages come from Caseload."
        onClose={back}
      />
    )
  if (step?.is === 'messages') return <WebhookMessages webhook={step.webhook} onClose={back} />
  return (
    <Dialog
      title="Webhooks"
      description="Caseload sends changes to these addresses of other programs. The messages have IDs and no patient data. A webhook that is switched on again continues where it stopped."
      size="wide"
      isSteady
      onClose={onClose}
    >
      <DialogBody>
        {/* The results of messages are no changes that the server announces. */}
        <Webhooks key={round} onStep={setStep} />
      </DialogBody>
      <DialogFoot>
        <Button icon="refresh" onClick={reload}>
          Refresh
        </Button>
        <Button variant="primary" icon="plus" onClick={() => setStep({ is: 'form' })}>
          Add Webhook
        </Button>
      </DialogFoot>
      {step?.is === 'removing' && <RemoveWebhook webhook={step.webhook} onRemoved={reload} onClose={back} />}
    </Dialog>
  )
}

function Webhooks({ onStep }: { onStep: (step: Step) => void }) {
  const [{ data, error }] = useQuery({ query: webhooksQuery, requestPolicy: 'cache-and-network' })
  if (error && !data)
    return <EmptyState text={errorMessage(error, 'The webhooks could not be loaded.').message} />
  if (!data) return <Skeleton rows={1} />
  if (data.webhooks.length === 0) return <EmptyState text="No webhooks" />
  return (
    <div className={flush}>
      <List label="Webhooks">
        {data.webhooks.map((webhook) => (
          <WebhookItem key={webhook.id} webhook={webhook} onStep={onStep} />
        ))}
      </List>
    </div>
  )
}

function WebhookItem({ webhook, onStep }: { webhook: WebhookRow; onStep: (step: Step) => void }) {
  const { id: webhookId, name, url, types, apiKeyName, isOn } = webhook
  const { run, pending } = useAction()
  const replacing = useSubmit({
    document: ReplaceSecret,
    input: webhookInput,
    variables: (input) => ({ input }),
    fallback: 'The secret could not be replaced',
    showsSecret: true,
    onDone: ({ replaceWebhookSecret: { secret } }) => onStep({ is: 'secret', secret }),
  })
  const toggle = () =>
    run({
      document: EditWebhook,
      variables: { input: { webhookId, isOn: !isOn } },
      key: 'toggle',
      done: isOn ? 'Webhook switched off' : 'Webhook switched on',
      fallback: 'The webhook could not be changed',
    })
  const actions: Record<string, () => unknown> = {
    edit: () => onStep({ is: 'form', webhook }),
    toggle,
    secret: () => replacing.submit({ webhookId }),
    remove: () => onStep({ is: 'removing', webhook }),
  }
  return (
    <ListItem
      icon="send"
      detail={
        <>
          <span className={word}>{url}</span>
          {types.length > 0 ? typesInWords(types) : 'All changes'} that the API key “{apiKeyName}” may see
          <WebhookTrouble webhook={webhook} />
        </>
      }
      action={
        <div className={rowEnd}>
          <Button
            size="small"
            aria-label={`Messages: ${name}`}
            onClick={() => onStep({ is: 'messages', webhook })}
          >
            Messages
          </Button>
          <MenuButton
            label={`More actions for ${name}`}
            size="small"
            isDisabled={pending !== null || replacing.isPending}
            items={[
              { id: 'edit', label: 'Edit', icon: 'edit' },
              { id: 'toggle', label: isOn ? 'Switch Off' : 'Switch On', icon: isOn ? 'slash' : 'check' },
              { id: 'secret', label: 'Replace Secret', icon: 'key' },
              { id: 'remove', label: 'Remove', icon: 'trash' },
            ]}
            onAction={(action) => void actions[action]?.()}
          />
        </div>
      }
    >
      <span className={strong}>{name}</span> <WebhookState webhook={webhook} />
    </ListItem>
  )
}

function WebhookState({ webhook: { isOn, failingSince } }: { webhook: WebhookRow }) {
  if (!isOn)
    return (
      <Badge tone="neutral" icon="slash">
        Off
      </Badge>
    )
  if (failingSince)
    return (
      <Badge tone="caution" icon="alert">
        Not Accepted
      </Badge>
    )
  return (
    <Badge tone="ready" icon="check">
      On
    </Badge>
  )
}

/** Why a webhook is off, or since when its messages are not accepted. */
function WebhookTrouble({ webhook }: { webhook: WebhookRow }) {
  const { isOn, offAt, offReason, failingSince, nextAttemptAt } = webhook
  if (!isOn && offAt && offReason)
    return (
      <span className={word}>
        Off since <Moment at={offAt} />. {webhookOffReasons[offReason]}.
      </span>
    )
  if (!failingSince || !nextAttemptAt) return null
  return (
    <span className={word}>
      Not accepted since <Moment at={failingSince} />, next attempt <Moment at={nextAttemptAt} />
    </span>
  )
}

type RemoveProps = { webhook: WebhookRow; onRemoved: () => void; onClose: () => void }

function RemoveWebhook({ webhook, onRemoved, onClose }: RemoveProps) {
  const { run, pending } = useAction()
  return (
    <ConfirmDialog
      title="Remove Webhook"
      description={`“${webhook.name}” gets no more messages, and the log of its messages is removed.`}
      verb="Remove"
      isPending={pending !== null}
      onConfirm={() =>
        void run({
          document: DeleteWebhook,
          variables: { input: { webhookId: webhook.id } },
          key: 'remove',
          done() {
            toast.success('Success', 'Webhook removed')
            onRemoved()
          },
          fallback: 'The webhook could not be removed',
          onAnswer: onClose,
        })
      }
      onClose={onClose}
    />
  )
}
