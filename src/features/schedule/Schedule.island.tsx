import { changeAddress, useAddressQuery } from '#client/address.ts'
import type { Frame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { clockAt } from '#domain/clockTime.ts'
import { Chip } from '#ui/Chip.tsx'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { Agenda } from './Agenda.tsx'
import { Days } from './Days.tsx'
import { Month } from './Month.tsx'
import * as styles from './Schedule.css.ts'
import { into, viewIn } from './scheduleAddress.ts'
import type { EmptySlot } from './TimeGrid.tsx'
import { type OnAppointmentAction, useAppointmentActions } from './useAppointmentActions.tsx'
import { useIsAlive } from './useIsAlive.ts'

const AppointmentDialog = lazy(() => import('./AppointmentDialog.tsx').then((one) => one.AppointmentDialog))

/** The calendar with the agenda next to it or below. A phone shows one of the two. */
export function Schedule({ frame, initialQuery }: { frame: Frame; initialQuery: string }) {
  return (
    <Island frame={frame}>
      <Panels initialQuery={initialQuery} />
    </Island>
  )
}

function Panels({ initialQuery }: { initialQuery: string }) {
  const query = useAddressQuery(initialQuery)
  const { onAction, isPending, dialog } = useAppointmentActions()
  // The server cannot render a dialog; it would give up on the whole Suspense boundary.
  const isAlive = useIsAlive()
  const opened = isAlive && query.get('appointment')
  const onward: OnAppointmentAction = (action, appointment) => {
    if (action !== 'download') changeAddress({ appointment: null }, { replace: true })
    onAction(action, appointment)
  }
  const onOpen = (id: string) => changeAddress({ appointment: id })
  const onBook = ({ day, minute, provider }: EmptySlot) =>
    onAction('book', null, { day, time: clockAt(minute), providerId: provider?.id ?? null })
  return (
    <div className={styles.columns} data-phone={query.has('view') ? 'calendar' : 'agenda'}>
      <PhoneSwitch query={query} />
      <div className={styles.calendar}>
        {viewIn(query) === 'month' ? (
          <Month query={query} />
        ) : (
          <Days query={query} onOpen={onOpen} onBook={onBook} />
        )}
      </div>
      <div className={styles.agenda}>
        <Agenda query={query} onAction={onAction} isPending={isPending} />
      </div>
      {dialog}
      {opened && (
        <OnDemand>
          <AppointmentDialog
            appointmentId={opened}
            onAction={onward}
            onClose={() => changeAddress({ appointment: null })}
          />
        </OnDemand>
      )}
    </div>
  )
}

/** On a phone: the agenda, or the calendar if a view was chosen. */
function PhoneSwitch({ query }: { query: URLSearchParams }) {
  return (
    <nav className={styles.phoneSwitch} aria-label="Show">
      <Chip {...into(query, { view: null })} isCurrent={!query.has('view')}>
        Agenda
      </Chip>
      <Chip {...into(query, { view: 'day' })} isCurrent={query.has('view')}>
        Calendar
      </Chip>
    </nav>
  )
}
