/** The work of a user in numbers: patients who are not dropped, open tasks, and coming appointments. */
export type WorkCounts = { patients: number; openTasks: number; appointments: number }

/** The error for a successor who cannot see the patients of so many tasks and appointments. */
export const cannotSeePatients = (count: number): string =>
  `This user cannot see the patients of ${count === 1 ? 'one task or appointment' : `${count} tasks and appointments`}. Choose another user, or reassign these first`

const list = new Intl.ListFormat('en-US')

/** "3 patients, 2 open tasks, and 1 appointment"; `null` without any. */
export function workInWords({ patients, openTasks, appointments }: WorkCounts): string | null {
  const parts = [
    inWords(patients, 'patient'),
    inWords(openTasks, 'open task'),
    inWords(appointments, 'appointment'),
  ].flatMap((part) => part ?? [])
  return parts.length > 0 ? list.format(parts) : null
}

const inWords = (count: number, noun: string): string | null =>
  count === 0 ? null : `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`
