import { useRef, useState } from 'react'
import { useClient } from 'urql'
import { graphql } from '#generated/gql.ts'
import type { PossibleDuplicatesInput, PossibleDuplicatesQuery } from '#generated/graphql.ts'
import { personOf } from './PatientFields.tsx'

const Duplicates = graphql(`
  query PossibleDuplicates($input: PossibleDuplicatesInput!) {
    possibleDuplicates(input: $input) { id firstName lastName dateOfBirth phone status }
  }
`)

export type PossibleDuplicate = PossibleDuplicatesQuery['possibleDuplicates'][number]

type Facts = Pick<PossibleDuplicatesInput, 'firstName' | 'lastName' | 'dateOfBirth' | 'phone'>

/** What the server can compare: a name with a date of birth, and a phone number. */
function comparable({ firstName, lastName, dateOfBirth, phone }: Facts): Facts {
  const isPerson = firstName?.trim() && lastName?.trim() && dateOfBirth
  return { ...(isPerson && { firstName, lastName, dateOfBirth }), ...(phone?.trim() && { phone }) }
}

const keyOf = (facts: Facts) => JSON.stringify(comparable(facts))
const none: readonly PossibleDuplicate[] = []

/** Looks for patients who may be the person in the form; for a patient being edited, among all others. */
export function usePossibleDuplicates(edited?: { id: string; stored: Facts | undefined }) {
  const client = useClient()
  const asked = useRef({ key: keyOf({}), found: Promise.resolve(none) })
  const [shown, setShown] = useState({ key: keyOf({}), found: none, isStopped: false })
  const [isLooking, setLooking] = useState(false)

  async function ask(facts: Facts): Promise<typeof none> {
    const input = { ...facts, ...(edited && { patientId: edited.id }) }
    const answer = await client.query(Duplicates, { input }, { requestPolicy: 'network-only' }).toPromise()
    return answer.data?.possibleDuplicates ?? none
  }

  /** Looks up the form's values once, and not at all if they are the stored ones. */
  async function look(form: HTMLFormElement): Promise<typeof none> {
    const facts = comparable(personOf(form))
    const key = keyOf(facts)
    const isKnown = key === keyOf({}) || key === keyOf(edited?.stored ?? {})
    if (key !== asked.current.key)
      asked.current = { key, found: isKnown ? Promise.resolve(none) : ask(facts) }
    const found = await asked.current.found
    if (asked.current.key === key)
      setShown((before) => (before.key === key ? before : { key, found, isStopped: false }))
    return found
  }

  /** Whether to save the form: nobody was found, or the user has seen who was. */
  async function isClear(form: HTMLFormElement): Promise<boolean> {
    if (shown.found.length > 0 && shown.key === keyOf(personOf(form))) return true
    setLooking(true)
    const found = await look(form)
    setLooking(false)
    if (found.length > 0) setShown((before) => ({ ...before, isStopped: true }))
    return found.length === 0
  }

  return { ...shown, look, isClear, isLooking }
}
