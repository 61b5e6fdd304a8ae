import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { useRef } from 'react'
import { useClient } from 'urql'
import type { FieldMessages } from '#domain/errors.ts'
import { type Shown, useFormChanges } from './changedFields.ts'
import { toastFailure } from './toast.ts'

type Merged<Form, Row, Data, Variables> = {
  /** The object that the form began with; `undefined` while it loads. */
  begun: Row | undefined
  /** Its values in the form. */
  formOf: (row: Row) => Shown<Form>
  /** A field of it as people read it. */
  textOf: (name: keyof Form, row: Row) => string | null | undefined
  /** Reads the object again. */
  query: TypedDocumentNode<Data, Variables>
  variables: Variables
  rowOf: (data: Data) => Row
  /** Sends what the user has changed in `row`. The server must refuse it if the version is no longer that of `row`. */
  send: (changes: Partial<Form>, row: Row) => unknown
  onErrors: (messages: FieldMessages) => void
  onUnchanged: () => void
  /** The error text if the server gives no reason. */
  fallback: string
}

/**
 * Saves what the user has changed in a form. If a colleague has changed the same field since the form was opened, the user sees the new
 * value, and saving again replaces it. Other changes of colleagues stay. `onStale` must be called when the server has refused an old
 * version.
 */
export function useMergedSave<Form extends object, Row, Data, Variables extends object = { id: string }>(
  merged: Merged<Form, Row, Data, Variables>,
) {
  const { begun, formOf, textOf, query, variables, rowOf, send, onErrors, onUnchanged, fallback } = merged
  const client = useClient()
  const { changed, overwritten } = useFormChanges<Form>(begun && formOf(begun))
  const last = useRef<Form>(undefined)
  const newest = useRef<Row>(undefined)

  async function save(typed: Form): Promise<void> {
    const row = newest.current ?? begun
    if (!row) return
    last.current = typed
    const changes = changed(typed)
    if (!changes) return onUnchanged()
    const lost = overwritten(changes, formOf(row))
    if (lost.length === 0) await send(changes, row)
    else onErrors(Object.fromEntries(lost.map((name) => [name, changedMeanwhile(textOf(name, row))])))
  }

  async function onStale(): Promise<void> {
    const { data, error } = await client
      .query(query, variables, { requestPolicy: 'network-only' })
      .toPromise()
    if (error) return toastFailure(error, fallback)
    if (!data || !last.current) return
    newest.current = rowOf(data)
    await save(last.current)
  }

  return { save, onStale }
}

const changedMeanwhile = (value: string | null | undefined): string =>
  value
    ? `Someone else changed this to “${value}” while you were editing. Save again to replace it.`
    : 'Someone else cleared this while you were editing. Save again to fill it in.'
