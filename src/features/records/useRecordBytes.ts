import { useEffect, useState } from 'react'
import { fetchAndShow } from '#client/answers.ts'
import { endSession } from '#client/session.ts'

/** A document that is loading, loaded, or refused with a reason. */
export type Bytes =
  | { state: 'loading' }
  | { state: 'loaded'; bytes: ArrayBuffer }
  | { state: 'refused'; message: string }

const FAILED = 'The record could not be opened. Check your connection and try again.'

/** Loads a document once, because each request is audited. Does nothing without a URL. */
export function useRecordBytes(address: string | null): Bytes {
  const [loaded, setLoaded] = useState<Bytes & { of?: string }>({ state: 'loading' })
  useEffect(() => {
    if (address === null) return
    const leaving = new AbortController()
    fetchBytes(address, leaving.signal).then(
      (bytes) => setLoaded({ ...bytes, of: address }),
      () => leaving.signal.aborted || setLoaded({ state: 'refused', message: FAILED, of: address }),
    )
    return () => leaving.abort()
  }, [address])
  return loaded.of === address ? loaded : { state: 'loading' }
}

async function fetchBytes(address: string, signal: AbortSignal): Promise<Bytes> {
  const answer = await fetchAndShow(address, { signal })
  if (answer.ok) return { state: 'loaded', bytes: await answer.arrayBuffer() }
  if (answer.status === 401) endSession()
  const { message } = (await answer.json()) as { message?: string }
  return { state: 'refused', message: message ?? FAILED }
}
