import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useAction } from '#client/useAction.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { paths } from '#domain/access/screens.ts'
import { amountOf } from '#domain/amount.ts'
import { addClosureInput } from '#domain/appointments/inputs.ts'
import { readClockTime } from '#domain/clockTime.ts'
import { addDays, clinicDay, showMoment } from '#domain/dates.ts'
import type { FieldMessages } from '#domain/errors.ts'
import { instantOf } from '#domain/zones.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import { FieldPair, Form } from '#ui/Form.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { TextField } from '#ui/TextField.tsx'
import { link, section, small } from '#ui/type.css.ts'
import { TimeEntry } from '../time/TimeEntry.tsx'
import type { Closure } from './closedTimes.ts'

const AddClosure = graphql(`
  mutation Closures_Add($input: AddClosureInput!) { addClosure(input: $input) { id appointmentCount } }
`)
const RemoveClosure = graphql(`
  mutation Closures_Remove($input: ClosureIdInput!) { removeClosure(input: $input) }
`)

type Props = {
  /** The provider whose closures are shown; `null` for those of the whole clinic. */
  providerId: string | null
  closures: readonly (Closure & { id: string; appointmentCount: number })[]
}

/** The coming closures of a provider or of the clinic, and a form for a new one. */
export function Closures({ providerId, closures }: Props) {
  const { timeZone } = useFrame()
  const { run, pending } = useAction()
  const remove = (id: string) =>
    run({
      document: RemoveClosure,
      variables: { input: { closureId: id } },
      key: id,
      done: 'Closure removed',
      fallback: 'Failed to remove closure',
    })
  const spanOf = ({ startsAt, endsAt }: Closure) =>
    `${showMoment(startsAt, timeZone)} to ${showMoment(endsAt, timeZone)}`
  return (
    <>
      <h3 className={section}>Closures</h3>
      {closures.length === 0 && <p className={small}>No closures planned</p>}
      {closures.length > 0 && (
        <List label="Closures">
          {closures.map((one) => (
            <ListItem
              key={one.id}
              icon="slash"
              detail={<Detail closure={one} />}
              action={
                <Button
                  size="small"
                  isPending={pending === one.id}
                  aria-label={`Remove Closure: ${spanOf(one)}`}
                  onClick={() => void remove(one.id)}
                >
                  Remove
                </Button>
              }
            >
              {spanOf(one)}
            </ListItem>
          ))}
        </List>
      )}
      <ClosureForm providerId={providerId} />
    </>
  )
}

/** The reason of a closure, and a link to the appointments that must be moved or canceled. */
function Detail({ closure }: { closure: Props['closures'][number] }) {
  const { timeZone } = useFrame()
  const { reason, startsAt, appointmentCount } = closure
  if (appointmentCount === 0) return reason
  const day = clinicDay(startsAt, timeZone)
  return (
    <>
      {reason && <>{reason} · </>}
      <a className={link} href={`${paths.schedule}?view=day&date=${day}`}>
        {bookedIn(appointmentCount)}
      </a>
    </>
  )
}

const bookedIn = (count: number) => `${amountOf(count, 'appointment')} in this time`

const blank = { firstDay: '', startTime: '', lastDay: '', endTime: '', reason: '' }

/** A new closure. Without times, it is for whole days. */
function ClosureForm({ providerId }: Pick<Props, 'providerId'>) {
  const { timeZone } = useFrame()
  const [draft, setDraft] = useState(blank)
  const [ownErrors, setOwnErrors] = useState<FieldMessages>({})
  const change = (part: Partial<typeof blank>) => setDraft((before) => ({ ...before, ...part }))
  const { submit, errors, isPending } = useSubmit({
    document: AddClosure,
    input: addClosureInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to add closure',
    onDone({ addClosure: { appointmentCount } }) {
      setDraft(blank)
      if (appointmentCount === 0) return toast.success('Success', 'Closure added')
      toast.success('Closure added', `${bookedIn(appointmentCount)}. Move or cancel them.`)
    },
  })

  function send(): void {
    const wrong = wrongFields(draft)
    setOwnErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    const lastDay = draft.lastDay || draft.firstDay
    const startsAt = instantOf(draft.firstDay, draft.startTime || '00:00', timeZone)
    const endsAt = draft.endTime
      ? instantOf(lastDay, draft.endTime, timeZone)
      : instantOf(addDays(lastDay, 1), '00:00', timeZone)
    void submit({
      providerId,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      reason: draft.reason,
    })
  }

  return (
    <Form validationErrors={{ ...errors, ...ownErrors }} onSubmit={send}>
      <FieldPair>
        <DateField
          name="startsAt"
          label="First Day"
          isRequired
          value={draft.firstDay}
          onChange={(firstDay) => change({ firstDay })}
        />
        <TimeEntry
          name="startTime"
          label="Start Time"
          value={draft.startTime}
          onChange={(startTime) => change({ startTime })}
        />
      </FieldPair>
      <FieldPair>
        <DateField
          name="endsAt"
          label="Last Day"
          value={draft.lastDay}
          onChange={(lastDay) => change({ lastDay })}
        />
        <TimeEntry
          name="endTime"
          label="End Time"
          value={draft.endTime}
          onChange={(endTime) => change({ endTime })}
        />
      </FieldPair>
      <TextField
        name="reason"
        label="Closure Reason"
        description="Staff see it in the calendar. Do not name patients."
        autoComplete="off"
        value={draft.reason}
        onChange={(reason) => change({ reason })}
      />
      <div>
        <Button type="submit" isPending={isPending}>
          Add Closure
        </Button>
      </div>
    </Form>
  )
}

const wrongFields = ({ firstDay, startTime, endTime }: typeof blank): FieldMessages => ({
  ...(!firstDay && { startsAt: 'Date is required' }),
  ...(startTime && !readClockTime(startTime) && { startTime: 'Enter a time like 9:30 AM' }),
  ...(endTime && !readClockTime(endTime) && { endTime: 'Enter a time like 9:30 AM' }),
})
