import { type ReactNode, useState } from 'react'
import { useClient } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { useFrame } from '#client/frame.ts'
import { toastFailure } from '#client/toast.ts'
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

type Question = { visit: Visit; wanted: Visit; message: string }

/**
 * Moves appointments to another slot. The calendar shows the new slot at once and the old one again if the server
 * refuses it. A busy slot can be booked anyway, and every move can be undone.
 */
export function useReschedule() {
  const client = useClient()
  const { timeZone } = useFrame()
  const [wishes, setWishes] = useState<ReadonlyMap<string, Visit>>(new Map())
  const [question, setQuestion] = useState<Question | null>(null)

  const expect = (wanted: Visit) => setWishes((before) => new Map(before).set(wanted.id, wanted))
  const settle = ({ id }: Visit) =>
    setWishes((before) => new Map([...before].filter(([wished]) => wished !== id)))

  async function send(visit: Visit, wanted: Visit, bookAnyway: boolean): Promise<void> {
    expect(wanted)
    const input = {
      appointmentId: visit.id,
      ...(wanted.scheduledAt !== visit.scheduledAt && { scheduledAt: wanted.scheduledAt }),
      ...(wanted.duration !== visit.duration && { duration: wanted.duration }),
      ...(wanted.provider.id !== visit.provider.id && { providerId: wanted.provider.id }),
      ...(bookAnyway && { bookAnyway }),
    }
    const { error } = await client.mutation(MoveAppointment, { input }).toPromise()
    const message = error && errorMessage(error, '').fields?.scheduledAt
    if (message && isClash(message)) return setQuestion({ visit, wanted, message })
    settle(visit)
    if (error)
      return toastFailure(error, 'Failed to move appointment', () => void send(visit, wanted, bookAnyway))
    toastQueue.add({
      title: 'Success',
      description: `${fullName(wanted.patient)}: ${showMoment(wanted.scheduledAt, timeZone)}, ${wanted.duration} minutes, with ${fullName(wanted.provider)}`,
      tone: 'success',
      action: { label: 'Undo', onPress: () => void send(wanted, visit, false) },
    })
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
