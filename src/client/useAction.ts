import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { useState } from 'react'
import { useClient } from 'urql'
import { toast, toastFailure } from './toast.ts'

/** A mutation without a form. */
export type Action<Data, Variables> = {
  document: TypedDocumentNode<Data, Variables>
  variables: Variables
  /** Tells the pressed button from others; see `pending`. */
  key: string
  /** What a toast says afterwards, or what happens instead. */
  done: string | (() => void)
  /** SPEC section 8's sentence for when the server sends none. */
  fallback: string
  /** Runs afterwards, also after a failure. */
  onAnswer?: (() => void) | undefined
}

/** Runs mutations at the press of a button, one at a time. `pending` is the key of the one that is running. */
export function useAction() {
  const client = useClient()
  const [pending, setPending] = useState<string | null>(null)

  async function run<Data, Variables extends object>(action: Action<Data, Variables>): Promise<void> {
    if (pending !== null) return
    const { document, variables, key, done, fallback, onAnswer } = action
    setPending(key)
    const { error } = await client.mutation(document, variables).toPromise()
    setPending(null)
    onAnswer?.()
    if (error) toastFailure(error, fallback, () => void run(action))
    else if (typeof done === 'string') toast.success('Success', done)
    else done()
  }

  return { run, pending }
}
