import { expect, test } from 'vitest'
import { statusNews } from './statusNews.ts'

test('the news names the new status and the next step, if there is one', () => {
  expect(statusNews('Maren Lindqvist', 'consent_signed', 'Schedule Consultation')).toBe(
    'Maren Lindqvist is now at Consent Signed. Next: Schedule Consultation.',
  )
  expect(statusNews('Jo Park', 'schedulable', undefined)).toBe('Jo Park is now at Schedulable.')
})
