import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { useRef, useState } from 'react'
import { useClient } from 'urql'
import * as z from 'zod/mini'
import type { FieldMessages } from '#domain/errors.ts'
import { fieldMessages } from '#domain/fieldMessages.ts'
import { errorMessage } from './errorMessage.ts'
import { toast, toastFailure } from './toast.ts'

type Submission<Data, Variables, Input extends z.core.$ZodType> = {
  document: TypedDocumentNode<Data, Variables>
  /** The same schema as the operation's, so that invalid input is reported before sending. */
  input: Input
  variables: (input: z.input<Input>) => Variables
  /** SPEC section 8's sentence for when the server sends none. */
  fallback: string
  onDone: (data: Data) => void
  /** Called instead of showing the error if the object was changed after the version that was sent. */
  onStale?: () => unknown
  /** Whether the answer has a secret that the server shows only once, and so cannot give again. */
  showsSecret?: boolean
}

/**
 * Submits a form. Messages go to their fields; others become a toast. The form keeps its input until
 * `onDone`. If no answer comes, the same input can be submitted again: the change is made only once.
 */
export function useSubmit<Data, Variables extends object, Input extends z.core.$ZodType>(
  submission: Submission<Data, Variables, Input>,
) {
  const client = useClient()
  const [errors, setErrors] = useState<FieldMessages>({})
  const [isPending, setPending] = useState(false)
  const unanswered = useRef<{ sent: string; headers: Record<string, string> }>(undefined)

  function send(variables: Variables) {
    if (submission.showsSecret) return client.mutation(submission.document, variables).toPromise()
    const sent = JSON.stringify(variables)
    if (unanswered.current?.sent !== sent)
      unanswered.current = { sent, headers: { 'Idempotency-Key': newKey() } }
    const fetchOptions = { headers: unanswered.current.headers }
    return client.mutation(submission.document, variables, { fetchOptions }).toPromise()
  }

  async function submit(raw: z.input<Input>): Promise<void> {
    if (isPending) return
    const parsed = z.safeParse(submission.input, raw)
    if (!parsed.success) return setErrors(fieldMessages(parsed.error))
    setErrors({})
    setPending(true)
    const { data, error } = await send(submission.variables(raw))
    setPending(false)
    if (data && !error) {
      unanswered.current = undefined
      return submission.onDone(data)
    }
    if (!error) return toast.failure('Error', submission.fallback)
    const { code, fields = {} } = errorMessage(error, submission.fallback)
    if (code === 'stale' && submission.onStale) return void submission.onStale()
    setErrors(fields)
    const isShown = Object.keys(fields).some((name) => name in (raw as object))
    if (!isShown) toastFailure(error, submission.fallback, () => void submit(raw), !submission.showsSecret)
  }

  return { submit, errors, setErrors, isPending }
}

/** A new Idempotency-Key. `crypto.randomUUID` is missing on pages without TLS. */
export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
