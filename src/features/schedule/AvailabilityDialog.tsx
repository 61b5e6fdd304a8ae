import { useState } from 'react'
import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { useFrame } from '#client/frame.ts'
import { paths } from '#domain/access/screens.ts'
import { amountOf } from '#domain/amount.ts'
import { addDays, clinicDay, showMoment, startOfDay } from '#domain/dates.ts'
import { graphql } from '#generated/gql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { link } from '#ui/type.css.ts'
import { fullName } from '../patients/PatientRow.ts'
import { Closures } from './Closures.tsx'
import { HoursForm } from './HoursForm.tsx'

const availabilityQuery = graphql(`
  query AvailabilityDialog($from: DateTime!, $to: DateTime!) {
    assignableUsers { id firstName lastName }
    workingHours { id providerId weekday startsAt endsAt }
    closures(from: $from, to: $to) { id providerId startsAt endsAt reason appointmentCount }
  }
`)

const outsideHoursQuery = graphql(`
  query OutsideHours($providerId: ID!) { appointmentsOutsideHours(providerId: $providerId) { count nextAt } }
`)

/** The choice for closures of the whole clinic. */
const CLINIC = 'clinic'

/** Working hours and closures: one's own, or for administrators everyone's and the clinic's. */
export function AvailabilityDialog({ onClose }: { onClose: () => void }) {
  const { viewer, now, timeZone } = useFrame()
  const [whose, setWhose] = useState(viewer.id)
  const today = clinicDay(now, timeZone)
  const [{ data, error }] = useQuery({
    query: availabilityQuery,
    requestPolicy: 'cache-and-network',
    variables: {
      from: startOfDay(today, timeZone).toISOString(),
      to: startOfDay(addDays(today, 730), timeZone).toISOString(),
    },
  })
  const providerId = whose === CLINIC ? null : whose
  const [outside] = useQuery({
    query: outsideHoursQuery,
    requestPolicy: 'cache-and-network',
    variables: { providerId: providerId ?? viewer.id },
  })
  // Awaited, so that the closures do not move down when the note appears.
  const isReady = providerId === null || Boolean(outside.data ?? outside.error)
  const options = [
    { id: CLINIC, label: 'Whole clinic' },
    ...(data?.assignableUsers ?? []).map((one) => ({ id: one.id, label: fullName(one) })),
  ]
  return (
    <Dialog
      title="Hours and Closures"
      description={`Times are on the clinic’s clock (${timeZone.replaceAll('_', ' ')}). Appointments that are already booked stay.`}
      size="wide"
      isSteady
      onClose={onClose}
    >
      <DialogBody>
        {error && (
          <Banner tone="critical" isAlert>
            {errorMessage(error, 'Hours and closures could not be loaded').message}
          </Banner>
        )}
        {!data && !error && <Skeleton />}
        {data && (
          <>
            {viewer.role === 'admin' && (
              <SelectField label="Whose" name="whose" options={options} value={whose} onChange={setWhose} />
            )}
            {isReady && (
              <>
                {providerId && (
                  <HoursForm
                    key={`hours ${providerId}`}
                    providerId={providerId}
                    hours={data.workingHours.filter((one) => one.providerId === providerId)}
                  />
                )}
                {providerId && outside.data && (
                  <OutsideHoursNote {...outside.data.appointmentsOutsideHours} />
                )}
                <Closures
                  key={`closures ${whose}`}
                  providerId={providerId}
                  closures={data.closures.filter((one) => (one.providerId ?? null) === providerId)}
                />
              </>
            )}
          </>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </Dialog>
  )
}

/** Says that appointments are outside of the saved hours, so that someone moves them or tells the patients. */
function OutsideHoursNote({ count, nextAt }: { count: number; nextAt: string | null }) {
  const { timeZone } = useFrame()
  if (count === 0 || !nextAt) return null
  return (
    <Banner tone="caution">
      {amountOf(count, 'booked appointment')} {count === 1 ? 'is' : 'are'} outside of these hours.{' '}
      <a className={link} href={`${paths.schedule}?view=day&date=${clinicDay(nextAt, timeZone)}`}>
        {count === 1 ? showMoment(nextAt, timeZone) : `The first is on ${showMoment(nextAt, timeZone)}`}
      </a>
    </Banner>
  )
}
