import { describe, expect, test } from 'vitest'
import { allowOutcome, appointmentStatuses, type Outcome, overlap, refuseClosed } from './appointment.ts'

const noon = new Date('2026-01-05T12:00:00Z')
const at = (time: string, duration = 60) => ({ scheduledAt: new Date(`2026-01-05T${time}Z`), duration })
const verdict = (act: () => void) => {
  try {
    act()
    return 'allowed'
  } catch (failure) {
    return (failure as { code: string; message: string }).code
  }
}

describe('outcomes of an appointment', () => {
  const cells = appointmentStatuses.flatMap((status) =>
    (['completed', 'cancelled', 'no_show'] as Outcome[]).flatMap((to) => [
      { status, to, when: 'to come', scheduledAt: new Date('2026-01-05T12:01:00Z') },
      { status, to, when: 'just begun', scheduledAt: noon },
    ]),
  )

  test.each(cells)('$status and $when: $to', ({ status, to, when, scheduledAt }) => {
    const isAllowed = status === 'scheduled' && (to === 'cancelled' || when === 'just begun')
    expect(verdict(() => allowOutcome({ status, scheduledAt }, to, noon))).toBe(
      isAllowed ? 'allowed' : 'conflict',
    )
  })

  test('the error names the outcome', () => {
    expect(() => refuseClosed('scheduled')).not.toThrow()
    expect(() => refuseClosed('completed')).toThrow('This appointment is already completed')
    expect(() => refuseClosed('no_show')).toThrow('This appointment is already marked as a no-show')
    expect(() => allowOutcome({ status: 'scheduled', ...at('13:00') }, 'completed', noon)).toThrow(
      'An appointment can only be completed once it has begun',
    )
  })
})

test.each([
  ['10:00', 60, '11:00', 60, false],
  ['11:00', 60, '10:00', 60, false],
  ['10:00', 61, '11:00', 60, true],
  ['10:00', 60, '10:00', 60, true],
  ['10:00', 120, '10:30', 5, true],
  ['10:30', 5, '10:00', 120, true],
  ['10:00', 30, '10:29', 60, true],
])('%s for %i minutes and %s for %i overlap: %s', (one, long, other, longer, shared) => {
  expect(overlap(at(one, long), at(other, longer))).toBe(shared)
})
