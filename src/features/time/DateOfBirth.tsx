import { useFrame } from '#client/frame.ts'
import { ageOn, clinicDay, type Day, showDay } from '#domain/dates.ts'

/** A date of birth with the age in years: 'Jun 4, 1991 (35)'. */
export function DateOfBirth({ day }: { day: Day }) {
  return useDateOfBirth()(day)
}

/** The same as a function, for texts. */
export function useDateOfBirth(): (day: Day) => string {
  const { now, timeZone } = useFrame()
  return (day) => `${showDay(day)} (${ageOn(day, clinicDay(now, timeZone))})`
}
