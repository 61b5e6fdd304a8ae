import { useSyncExternalStore } from 'react'
import { changeAddress, useAddressQuery } from '#client/address.ts'
import type { Frame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { Agenda } from './Agenda.tsx'
import { columns } from './Schedule.css.ts'
import { type OnAppointmentAction, useAppointmentActions } from './useAppointmentActions.tsx'
import { Week } from './Week.tsx'

const AppointmentDialog = lazy(() => import('./AppointmentDialog.tsx').then((one) => one.AppointmentDialog))

/** The agenda, with the week next to it on a wide screen. */
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
  const isAlive = useSyncExternalStore(
    stayTheSame,
    () => true,
    () => false,
  )
  const opened = isAlive && query.get('appointment')
  const onward: OnAppointmentAction = (action, appointment) => {
    if (action !== 'download') changeAddress({ appointment: null }, { replace: true })
    onAction(action, appointment)
  }
  return (
    <div className={columns}>
      <Agenda query={query} onAction={onAction} isPending={isPending} />
      <Week query={query} onOpen={(id) => changeAddress({ appointment: id })} />
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

const stayTheSame = () => () => {}
