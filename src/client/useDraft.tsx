import { stringifyDocument } from '@urql/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type Client, useClient } from 'urql'
import { showMoment } from '#domain/dates.ts'
import type { DraftForm } from '#domain/drafts/draft.ts'
import { graphql } from '#generated/gql.ts'
import type { UseDraftQuery } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import type { FormMemory } from '#ui/Form.tsx'
import type { FormChanges } from '#ui/formChanges.ts'
import { fetchAndShow } from './answers.ts'
import { background } from './background.ts'
import { useFrame } from './frame.ts'
import { onWarning } from './idle.ts'
import { useSessionEnded } from './session.ts'

const Kept = graphql(`
  query UseDraft($form: DraftForm!, $subjectId: ID) {
    myDraft(form: $form, subjectId: $subjectId) { id savedAt content { name value } }
  }
`)
const Keep = graphql(`
  mutation UseDraft_Keep($input: SaveDraftInput!) {
    saveDraft(input: $input) { id }
  }
`)
const Discard = graphql(`
  mutation UseDraft_Discard($input: DiscardDraftInput!) {
    discardDraft(input: $input)
  }
`)

type Which = { form: DraftForm; subjectId: string | null }
type Draft = NonNullable<UseDraftQuery['myDraft']>

/** How often the input of an open form is saved, in milliseconds. A crash loses no more than what was typed in this time. */
const SAVE_EVERY_MS = 30_000

/**
 * Saves a form's input every half minute, and when the user is about to be signed out or leaves the page. Offers it when
 * the form is opened again. Pass it to the `Form` as `memory`. Submitting or closing the form deletes the draft.
 */
export function useDraft(form: DraftForm, subjectId: string | null = null): FormMemory {
  const client = useClient()
  const { timeZone } = useFrame()
  const hasEnded = useSessionEnded()
  const session = useRef(hasEnded)
  session.current = hasEnded
  const [found, setFound] = useState<Draft | null>(null)
  const [restored, setRestored] = useState<ReadonlyMap<string, string> | null>(null)
  const keeper = useMemo(() => makeKeeper(client, { form, subjectId }), [client, form, subjectId])

  useEffect(() => {
    let isHere = true
    void keeper.find().then((draft) => isHere && setFound(draft))
    return () => {
      isHere = false
    }
  }, [keeper])

  const attach = useMemo(
    () => (attached: FormChanges) => {
      const stop = keepInput(() => keeper.keep(attached.changes()))
      return {
        settle: () => keeper.letGo(),
        detach() {
          stop()
          if (!session.current) keeper.letGo()
        },
      }
    },
    [keeper],
  )

  function restore(): void {
    if (!found) return
    keeper.take()
    setRestored(new Map(found.content.map(({ name, value }) => [name, value])))
    setFound(null)
  }

  function discard(): void {
    keeper.take()
    keeper.letGo()
    setFound(null)
  }

  const offer = found && (
    <Banner
      icon="clock"
      action={
        <>
          <Button size="small" onClick={restore}>
            Restore
          </Button>
          <Button size="small" variant="quiet" onClick={discard}>
            Discard
          </Button>
        </>
      }
    >
      You have unsaved changes from {showMoment(found.savedAt, timeZone)}
    </Banner>
  )
  return { attach, offer, restored }
}

/**
 * A form's draft on the server, and whether this form may delete it: not before the user has decided about
 * the offer.
 */
function makeKeeper(client: Client, which: Which) {
  let isOurs = false
  let last = ''
  let saving: Promise<unknown> = Promise.resolve()
  return {
    find: async (): Promise<Draft | null> => {
      const { data } = await client.query(Kept, which, { requestPolicy: 'network-only' }).toPromise()
      return data?.myDraft ?? null
    },
    take: () => {
      isOurs = true
    },
    /**
     * Sent with `keepalive`, so that it completes even when the page unloads. The urql client cannot do that.
     */
    keep(content: { name: string; value: string }[]): void {
      const body = JSON.stringify({
        query: stringifyDocument(Keep),
        variables: { input: { ...which, content } },
      })
      if (content.length === 0 || body === last) return
      last = body
      isOurs = true
      const headers = { ...background.headers, 'content-type': 'application/json' }
      saving = fetchAndShow('/graphql', { method: 'POST', keepalive: true, headers, body }).catch(() => {
        last = ''
      })
    },
    letGo(): void {
      if (!isOurs) return
      isOurs = false
      last = ''
      // A draft that is being saved would otherwise arrive after it was deleted.
      void saving.then(() => client.mutation(Discard, { input: which }).toPromise())
    },
  }
}

function keepInput(keep: () => void): () => void {
  const timer = setInterval(keep, SAVE_EVERY_MS)
  const onHidden = () => {
    if (document.visibilityState === 'hidden') keep()
  }
  const stopWarning = onWarning(keep)
  document.addEventListener('visibilitychange', onHidden)
  window.addEventListener('pagehide', keep)
  return () => {
    clearInterval(timer)
    stopWarning()
    document.removeEventListener('visibilitychange', onHidden)
    window.removeEventListener('pagehide', keep)
  }
}
