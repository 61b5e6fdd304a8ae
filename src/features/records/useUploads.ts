import { useEffect, useRef, useState } from 'react'
import { type Refusal, type Sending, sendForm } from '#client/sendForm.ts'

/** One chosen file and how far it is. */
export type Chosen = {
  key: string
  file: File
  state: 'waiting' | 'sending' | 'done' | 'refused'
  /** From 0 to 1, while it is sent. */
  share: number
  refusal?: Refusal
  /** What the server says of what it took, beside that it has it. */
  note?: string
}

/**
 * What came of sending: the last refusal, if there was one, whether every file chosen is uploaded now, and whatever the
 * server said of those beside that it has them.
 */
export type Sent = { refusal: Refusal | null; isComplete: boolean; said: string }

const UPLOADED = 'Patient record uploaded successfully'

const words = { refused: 'Upload failed', fallback: 'Failed to upload record' }

/** The files of an upload: chosen, sent one after the other, taken out, and tried again where one was refused. */
export function useUploads(patientId: string) {
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  // What is chosen now, for work that goes on while the screen is drawn anew.
  const current = useRef<readonly Chosen[]>([])
  const sending = useRef(new Map<string, Sending>())

  // Who leaves the page by Back or a link takes what was on its way along.
  useEffect(() => () => cancelAll(sending.current), [])

  function change(next: (before: readonly Chosen[]) => readonly Chosen[]): void {
    current.current = next(current.current)
    setChosen(current.current)
  }

  const set = (key: string, told: Partial<Chosen>) =>
    change((before) => before.map((one) => (one.key === key ? { ...one, ...told } : one)))

  async function sendOne({ key, file }: Chosen, description: string): Promise<Refusal | null> {
    const form = new FormData()
    if (description.trim()) form.append('description', description)
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

  /** Sends these files, or whatever waits; one at a time, so that each has the whole line. */
  async function send(description: string, only?: string): Promise<Sent> {
    let refusal: Refusal | null = null
    const isNext = ({ key, state }: Chosen) => (only ? key === only : state === 'waiting')
    for (let next = current.current.find(isNext); next; next = current.current.find(isNext)) {
      refusal = (await sendOne(next, description)) ?? refusal
      if (only) break
    }
    const rest = current.current
    const said = [...new Set(rest.flatMap(({ note }) => note || []))]
    const isComplete = rest.length > 0 && rest.every(({ state }) => state === 'done')
    return { refusal, isComplete, said: [UPLOADED, ...said].join('. ') }
  }

  return {
    chosen,
    isSending: chosen.some(({ state }) => state === 'sending'),
    choose: (files: readonly File[]) =>
      change((before) => [
        ...before,
        ...files.map((file) => ({ key: crypto.randomUUID(), file, state: 'waiting' as const, share: 0 })),
      ]),
    send,
    /** Takes out whatever is not uploaded yet. */
    cancel(): void {
      change((before) => before.filter(({ state }) => state === 'done'))
      cancelAll(sending.current)
    },
    /** Takes a file out, also while it is sent; the server then keeps nothing of it. */
    remove(key: string): void {
      change((before) => before.filter((one) => one.key !== key))
      sending.current.get(key)?.cancel()
    },
  }
}

const cancelAll = (sending: ReadonlyMap<string, Sending>) => {
  for (const { cancel } of sending.values()) cancel()
}
