import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { readClockTime, showClockTime } from '#domain/clockTime.ts'
import { TimeField } from '#ui/TimeField.tsx'

type Props = {
  name: string
  label: string
  isRequired?: boolean
  /** HH:MM, or what was typed if it is not a time. */
  value?: string
  defaultValue?: string
  onChange?: (time: string) => void
}

/** The typed text as HH:MM, or as it is if it is not a time, for the form to report. */
export const asClockTime = (text: string): string => readClockTime(text) ?? text

/**
 * A time field that takes '930', '9:30a' or '2 pm' and says below how it was understood, in the clinic's time zone. It
 * shows HH:MM when the user leaves it.
 */
export function TimeEntry({ value, defaultValue = '', onChange, ...rest }: Props) {
  const { timeZone } = useFrame()
  const [own, setOwn] = useState(defaultValue)
  const [typed, setTyped] = useState<string | null>(null)
  const time = value ?? own
  const understood = readClockTime(time)
  const reading = understood ? showClockTime(understood) : 'For example 9:30 AM or 14:00'

  function change(text: string): void {
    setTyped(text)
    setOwn(asClockTime(text))
    onChange?.(asClockTime(text))
  }

  return (
    <TimeField
      {...rest}
      value={typed !== null && asClockTime(typed) === time ? typed : time}
      onChange={change}
      onBlur={() => setTyped(null)}
      description={`${rest.isRequired ? '' : 'Optional. '}${reading}, ${timeZone.replaceAll('_', ' ')}`}
    />
  )
}
