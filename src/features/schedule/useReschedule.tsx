import { type ReactNode, useRef, useState } from 'react'
import { useClient } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { useFrame } from '#client/frame.ts'
import { toast, toastFailure } from '#client/toast.ts'
import { isClash } from '#domain/appointments/appointment.ts'
import { showMoment } from '#domain/dates.ts'
import { graphql } from '#generated/gql.ts'
import { loadWhenConnected } from '#ui/connection.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { toastQueue } from '#ui/toastQueue.ts'
import { fullName } from '../patients/PatientRow.ts'
import type { Visit } from './Visit.ts'

const BookAnyway = lazy(() => import('./BookAnywayDialog.tsx').then((one) => one.BookAnywayDialog))

const MoveAppointment = graphql(`
  mutation MoveAppointment($input: EditAppointmentInput!) {
    editAppointment(input: $input) {
      ...CalendarBlock
      patient { id consultationDate consultationTime consultationLocation }
    }
  }
`)

/** The new slot. A `time` of `null` keeps the beginning. */
export type NewSlot = Pick<Visit, 'duration' | 'provider'> & { time: { day: string; clock: string } | null }

const CHANGED =
  'Someone else has just changed this appointment. The calendar now shows the change. Move it again if it is still needed.'

type Question = { visit: Visit; wanted: Visit; message: string }

/**
 * Moves appointments to another slot. The calendar shows the new slot at once and the old one again if the server
 * refuses it. A busy slot can be booked anyway, and every move can be undone. A move of an appointment that someone else has
 * changed in the meantime is refused, and `reload` shows the change.
 */
export function useReschedule(reload: () => void) {
  const client = useClient()
  const { timeZone } = useFrame()
  const [wishes, setWishes] = useState<ReadonlyMap<string, Visit>>(new Map())
  const [question, setQuestion] = useState<Question | null>(null)
  /** The version that each appointment will have when the move that is being saved is done. */
  const saving = useRef(new Map<string, Promise<string>>())

  const expect = (wanted: Visit) => setWishes((before) => new Map(before).set(wanted.id, wanted))
  const settle = ({ id }: Visit) =>
    setWishes((before) => new Map([...before].filter(([wished]) => wished !== id)))

  async function send(visit: Visit, wanted: Visit, bookAnyway: boolean): Promise<void> {
    expect(wanted)
    const { id } = visit
    const saved = (saving.current.get(id) ?? Promise.resolve(visit.version)).then((version) =>
      save({ ...visit, version }, wanted, bookAnyway),
    )
    saving.current.set(id, saved)
    await saved
    if (saving.current.get(id) === saved) saving.current.delete(id)
  }

  /** Returns the version of the appointment after the move. */
  async function save(visit: Visit, wanted: Visit, bookAnyway: boolean): Promise<string> {
    const input = {
      ...{ appointmentId: visit.id, expectedVersion: visit.version },
      ...(wanted.scheduledAt !== visit.scheduledAt && { scheduledAt: wanted.scheduledAt }),
      ...(wanted.duration !== visit.duration && { duration: wanted.duration }),
      ...(wanted.provider.id !== visit.provider.id && { providerId: wanted.provider.id }),
      ...(bookAnyway && { bookAnyway }),
    }
    const { data, error } = await client.mutation(MoveAppointment, { input }).toPromise()
    const { code, fields } = error ? errorMessage(error, '') : {}
    const message = fields?.scheduledAt
    if (message && isClash(message)) {
      setQuestion({ visit, wanted, message })
      return visit.version
    }
    settle(visit)
    if (code === 'stale') {
      toast.failure('Error', CHANGED)
      reload()
    } else if (error) {
      toastFailure(error, 'Failed to move appointment', () => void send(visit, wanted, bookAnyway))
    }
    if (!data) return visit.version
    const { version } = data.editAppointment
    toastQueue.add({
      title: 'Success',
      description: `${fullName(wanted.patient)}: ${showMoment(wanted.scheduledAt, timeZone)}, ${wanted.duration} minutes, with ${fullName(wanted.provider)}`,
      tone: 'success',
      action: { label: 'Undo', onPress: () => void send({ ...wanted, version }, visit, false) },
    })
    return version
  }

  async function reschedule(visit: Visit, { time, duration, provider }: NewSlot): Promise<void> {
    // The time zone library is large and needed only here.
    const { instantOf } = await loadWhenConnected(() => import('#domain/zones.ts'))
    const scheduledAt = time ? instantOf(time.day, time.clock, timeZone).toISOString() : visit.scheduledAt
    await send(visit, { ...visit, scheduledAt, duration, provider }, false)
  }

  function answer(isAgreed: boolean): void {
    if (!question) return
    setQuestion(null)
    if (isAgreed) void send(question.visit, question.wanted, true)
    else settle(question.visit)
  }

  const dialog: ReactNode = question && (
    <OnDemand>
      <BookAnyway message={question.message} onAnswer={answer} />
    </OnDemand>
  )
  return {
    reschedule,
    /** The appointments as they will be if the server agrees. */
    withWishes: (visits: readonly Visit[]): Visit[] => visits.map((one) => wishes.get(one.id) ?? one),
    dialog,
  }
}
