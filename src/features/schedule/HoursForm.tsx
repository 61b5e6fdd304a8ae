import { useState } from 'react'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { readSpans, showSpans } from '#domain/appointments/availability.ts'
import { setWorkingHoursInput } from '#domain/appointments/inputs.ts'
import { clockAt } from '#domain/clockTime.ts'
import type { FieldMessages } from '#domain/errors.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { section } from '#ui/type.css.ts'
import * as styles from './Availability.css.ts'
import { asSpans, type WorkingHours } from './closedTimes.ts'

const SetWorkingHours = graphql(`
  mutation HoursForm($input: SetWorkingHoursInput!) {
    setWorkingHours(input: $input) { id providerId weekday startsAt endsAt }
  }
`)

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** A provider's working hours, one line a weekday, written as people do: '9-12, 1-5 pm'. */
export function HoursForm({ providerId, hours }: { providerId: string; hours: readonly WorkingHours[] }) {
  const spans = asSpans(hours, providerId)
  const [typed, setTyped] = useState(() =>
    weekdays.map((_, weekday) => showSpans(spans.filter((one) => one.weekday === weekday))),
  )
  const [ownErrors, setOwnErrors] = useState<FieldMessages>({})
  const { submit, errors, isPending } = useSubmit({
    document: SetWorkingHours,
    input: setWorkingHoursInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to save working hours',
    onDone: () => toast.success('Success', 'Working hours saved'),
  })

  function send(): void {
    const read = typed.map(readSpans)
    const wrong = read.flatMap((one, weekday) => (one ? [] : [[dayField(weekday), WRONG]]))
    setOwnErrors(Object.fromEntries(wrong))
    if (wrong.length > 0) return
    const all = read.flatMap((one, weekday) =>
      (one ?? []).map(({ startsAt, endsAt }) => ({
        weekday,
        startsAt: clockAt(startsAt),
        endsAt: clockAt(endsAt),
      })),
    )
    void submit({ providerId, hours: all })
  }

  return (
    <Form validationErrors={{ ...errors, ...ownErrors }} onSubmit={send}>
      <h3 className={section}>Working Hours</h3>
      <div className={styles.week}>
        {weekdays.map((name, weekday) => (
          <TextField
            key={name}
            name={dayField(weekday)}
            label={name}
            placeholder="Not working"
            autoComplete="off"
            value={typed[weekday] ?? ''}
            onChange={(text) => setTyped((before) => before.with(weekday, text))}
            // Overlaps and other errors across days belong to the last field.
            error={ownErrors[dayField(weekday)] ?? (weekday === 6 ? Object.values(errors)[0] : undefined)}
          />
        ))}
      </div>
      <p className={styles.hint}>
        For example 9-12, 1pm-5pm. If all days are empty, appointments can be booked at any time.
      </p>
      <div>
        <Button type="submit" isPending={isPending}>
          Save Hours
        </Button>
      </div>
    </Form>
  )
}

const WRONG = 'Enter hours like 9-12, 1pm-5pm'
const dayField = (weekday: number) => `weekday${weekday}`
