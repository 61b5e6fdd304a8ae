import { useState } from 'react'
import { useQuery } from 'urql'
import { useFrame } from '#client/frame.ts'
import { useRested } from '#client/useRested.ts'
import { DURATION, SLOTS_MAX } from '#domain/appointments/appointment.ts'
import { type Day, showTime, showWeekdayDate, startOfDay, wallClock } from '#domain/dates.ts'
import { isDay } from '#domain/isDay.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { strong } from '#ui/type.css.ts'
import * as styles from './FreeSlots.css.ts'

const freeSlotsQuery = graphql(`
  query FreeSlots($from: DateTime, $duration: Int, $providerId: ID, $patientId: ID, $appointmentId: ID) {
    freeSlots(
      from: $from, duration: $duration, providerId: $providerId, patientId: $patientId, appointmentId: $appointmentId
    ) { slots nextFrom }
  }
`)

/** The places of the grid, one for each slot of a search. */
const PLACES = Array.from({ length: SLOTS_MAX }, (_, place) => place)

type Slot = { day: Day; time: string }

type Asked = {
  duration: number
  /** Omit it for the prospective provider of the patient's consultation. */
  providerId?: string | null
  patientId: string | null
  appointmentId?: string | null
}

type Props = Slot & Asked & { onChoose: (slot: Slot) => void }

/**
 * Proposes the next times at which provider and patient are free, from the chosen day on. Its height stays the same, so
 * that the fields below do not move.
 */
export function FreeSlots({ day, time, onChoose, ...asked }: Props) {
  const { timeZone } = useFrame()
  const { from, hasTurned, hasEarlier, follow, goOn, goBack } = useSearchStart(day, timeZone)
  const { isReady, isLoading, found, hasFailed } = useSearch(asked, from)
  if (!isReady) return null
  const { nextFrom, slots } = found ?? {}
  return (
    <section aria-label="Next openings" aria-busy={isLoading}>
      <div className={styles.head}>
        <h3 className={styles.title}>Next Openings</h3>
        {hasEarlier && (
          <Button size="small" variant="quiet" onClick={goBack}>
            Earlier Openings
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          isPending={isLoading && hasTurned}
          isDisabled={!nextFrom}
          onClick={() => nextFrom && goOn(nextFrom)}
        >
          More Openings
        </Button>
      </div>
      <div className={styles.stage}>
        <ul role="list" className={styles.slots}>
          {PLACES.map((place) => (
            <Place
              key={place}
              at={slots?.[place]}
              chosen={{ day, time }}
              isLoading={isLoading}
              onChoose={(slot) => {
                follow(slot.day)
                onChoose(slot)
              }}
            />
          ))}
        </ul>
        <p className={styles.none} aria-live="polite">
          {hasFailed && 'The openings could not be loaded.'}
          {slots?.length === 0 && emptyText(nextFrom, timeZone)}
        </p>
      </div>
    </section>
  )
}

function useSearch({ duration, providerId, patientId, appointmentId }: Asked, from: string | undefined) {
  const minutes = Number(useRested(String(duration)))
  const isReady = Boolean(providerId || patientId) && minutes >= DURATION.min && minutes <= DURATION.max
  const [{ data, fetching, error }] = useQuery({
    query: freeSlotsQuery,
    pause: !isReady,
    requestPolicy: 'cache-and-network',
    variables: {
      duration: minutes,
      ...(from && { from }),
      ...(providerId && { providerId }),
      ...(patientId && { patientId }),
      ...(appointmentId && { appointmentId }),
    },
  })
  // The previous answer belongs to another search.
  const found = fetching ? undefined : data?.freeSlots
  return { isReady, isLoading: fetching, found, hasFailed: !found && error !== undefined }
}

const emptyText = (nextFrom: string | null | undefined, timeZone: string) =>
  nextFrom ? `No opening before ${showWeekdayDate(nextFrom, timeZone)}.` : 'No opening within a year.'

type PlaceProps = {
  at: string | undefined
  chosen: Slot
  isLoading: boolean
  onChoose: (slot: Slot) => void
}

function Place({ at, chosen, isLoading, onChoose }: PlaceProps) {
  const { timeZone } = useFrame()
  if (!at) return <li className={isLoading ? styles.loading : undefined} aria-hidden="true" />
  const slot = wallClock(at, timeZone)
  return (
    <li>
      <button
        type="button"
        className={styles.slot}
        aria-pressed={slot.day === chosen.day && slot.time === chosen.time}
        onClick={() => onChoose(slot)}
      >
        <span>{showWeekdayDate(at, timeZone)}</span> <span className={strong}>{showTime(at, timeZone)}</span>
      </button>
    </li>
  )
}

/**
 * Where the search starts: on the day that the user chose, or further on after "More Openings". Choosing a slot does not
 * start another search, because the slots would move under the pointer.
 */
function useSearchStart(day: string, timeZone: string) {
  const [start, setStart] = useState(startOn(day))
  if (day !== start.day && day !== start.followed && (day === '' || isDay(day))) setStart(startOn(day))
  const { pages, hasTurned } = start
  const turnTo = (pages: readonly string[]) => setStart((before) => ({ ...before, pages, hasTurned: true }))
  return {
    from: pages.at(-1) ?? (isDay(start.day) ? startOfDay(start.day, timeZone).toISOString() : undefined),
    /** Whether the user has asked for other openings of this day, so that the button may have the focus. */
    hasTurned,
    hasEarlier: pages.length > 0,
    /** Keeps the proposals although the chosen day changes to this one. */
    follow: (followed: Day) => setStart((before) => ({ ...before, followed })),
    goOn: (from: string) => turnTo([...pages, from]),
    goBack: () => turnTo(pages.slice(0, -1)),
  }
}

const startOn = (day: string) => ({ day, followed: '', pages: [] as readonly string[], hasTurned: false })
