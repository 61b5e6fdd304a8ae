import { useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import { type Refusal, type Sending, sendForm } from '#client/sendForm.ts'
import { PAGE } from '#domain/paging.ts'
import { recordsQuery } from './recordDocuments.ts'

/** A chosen file and its progress. */
export type Chosen = {
  key: string
  file: File
  state: 'waiting' | 'sending' | 'done' | 'refused'
  /** From 0 to 1 while uploading. */
  share: number
  /** What an image shows, for users who cannot see it. */
  imageDescription: string
  refusal?: Refusal
  /** The server's remark about an uploaded file. */
  note?: string
}

/** The result of sending: the last error, whether every file is uploaded now, and the server's remarks. */
export type Sent = { refusal: Refusal | null; isComplete: boolean; message: string }

/** What the user enters about all files. */
type About = { description?: string; category?: string; serviceDate?: string }

const UPLOADED = 'Patient record uploaded successfully'

const words = { refused: 'Upload failed', fallback: 'Failed to upload record' }

/** The files of an upload: choosing, sending one after another, removing, and retrying. */
export function useUploads(patientId: string) {
  const client = useClient()
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  // The current files, for work that outlives a render.
  const current = useRef<readonly Chosen[]>([])
  const sending = useRef(new Map<string, Sending>())

  // Leaving the page cancels running uploads.
  useEffect(() => () => cancelAll(sending.current), [])

  function change(next: (before: readonly Chosen[]) => readonly Chosen[]): void {
    current.current = next(current.current)
    setChosen(current.current)
  }

  const set = (key: string, changes: Partial<Chosen>) =>
    change((before) => before.map((one) => (one.key === key ? { ...one, ...changes } : one)))

  async function sendOne({ key, file, imageDescription }: Chosen, about: About): Promise<Refusal | null> {
    const form = new FormData()
    for (const [name, value] of Object.entries(about)) if (value.trim()) form.append(name, value)
    if (imageDescription.trim()) form.append('imageDescription', imageDescription)
    form.append('file', file)
    set(key, { state: 'sending', share: 0 })
    const one = sendForm(`/api/patients/${patientId}/records`, form, (share) => set(key, { share }), words)
    sending.current.set(key, one)
    const outcome = await one.outcome
    sending.current.delete(key)
    if (outcome.kind === 'done')
      set(key, { state: 'done', note: outcome.message.replace(UPLOADED, '').replace(/^\. /, '') })
    if (outcome.kind !== 'refused') return null
    set(key, { state: 'refused', refusal: outcome })
    return outcome
  }

  /** Sends these or all waiting files, one at a time, so that each gets the full bandwidth. */
  async function send(about: About, only?: string): Promise<Sent> {
    let refusal: Refusal | null = null
    const isNext = ({ key, state }: Chosen) => (only ? key === only : state === 'waiting')
    for (let next = current.current.find(isNext); next; next = current.current.find(isNext)) {
      refusal = (await sendOne(next, about)) ?? refusal
      if (only) break
    }
    // Refreshes the list of records, because uploads do not go through GraphQL.
    const variables = { patientId, first: PAGE.size }
    void client.query(recordsQuery, variables, { requestPolicy: 'network-only' }).toPromise()
    const rest = current.current
    const notes = [...new Set(rest.flatMap(({ note }) => note || []))]
    const isComplete = rest.length > 0 && rest.every(({ state }) => state === 'done')
    return { refusal, isComplete, message: [UPLOADED, ...notes].join('. ') }
  }

  return {
    chosen,
    isSending: chosen.some(({ state }) => state === 'sending'),
    choose: (files: readonly File[]) =>
      change((before) => [
        ...before,
        ...files.map((file) => ({
          key: crypto.randomUUID(),
          file,
          state: 'waiting' as const,
          share: 0,
          imageDescription: '',
        })),
      ]),
    describe: (key: string, imageDescription: string) => set(key, { imageDescription }),
    send,
    /** Removes every file that is not uploaded yet. */
    cancel(): void {
      change((before) => before.filter(({ state }) => state === 'done'))
      cancelAll(sending.current)
    },
    /** Removes a file, even during its upload; the server then stores nothing. */
    remove(key: string): void {
      change((before) => before.filter((one) => one.key !== key))
      sending.current.get(key)?.cancel()
    },
  }
}

const cancelAll = (sending: ReadonlyMap<string, Sending>) => {
  for (const { cancel } of sending.values()) cancel()
}
