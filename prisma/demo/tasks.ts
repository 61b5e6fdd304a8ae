import type { TaskPriority, TaskStatus } from '#infra/prisma/client.ts'
import type { AccountKey } from './accounts.ts'

type DemoTask = {
  title: string
  description?: string
  /** Last name; without one the task is about the clinic. */
  patient?: string
  to: AccountKey
  by: AccountKey
  status?: TaskStatus
  priority?: TaskPriority
  /** Working days from today; below zero it is overdue. */
  due?: number
  /** Working days ago. */
  created: number
}

/** The clinic's task queue. An attorney is given tasks on their own patients only. */
export const demoTasks: DemoTask[] = [
  {
    title: 'Call back about the declined consent form',
    description: 'He wanted to read it with his daughter. Offer a paper copy.',
    patient: 'Fitzgerald',
    to: 'kevin',
    by: 'admin',
    priority: 'urgent',
    due: -1,
    created: 3,
  },
  {
    title: 'Send a new consent request, the last one expired',
    patient: 'Serrano',
    to: 'staff',
    by: 'admin',
    priority: 'high',
    due: -2,
    created: 6,
  },
  {
    title: 'Book an interpreter for the first visit',
    description: 'Spanish, in person if possible.',
    patient: 'Villanueva',
    to: 'staff',
    by: 'staff',
    priority: 'high',
    due: 0,
    created: 0.6,
  },
  {
    title: 'Confirm the consultation by phone',
    patient: 'Doyle',
    to: 'staff',
    by: 'kevin',
    due: 0,
    created: 1.2,
  },
  {
    title: 'Review the treatment summary before records are requested',
    patient: 'Fontaine',
    to: 'attorney',
    by: 'staff',
    priority: 'high',
    due: 1,
    created: 2.4,
  },
  {
    title: 'Ask the imaging center for the missing report',
    description: 'They promised it twice. Ask for the department lead.',
    patient: 'Brennan',
    to: 'staff',
    by: 'attorney',
    status: 'in_progress',
    priority: 'urgent',
    due: 1,
    created: 4,
  },
  {
    title: 'Confirm who represents the patient',
    patient: 'El-Amrani',
    to: 'hannah',
    by: 'admin',
    due: 2,
    created: 3.3,
  },
  {
    title: 'Answer the insurer’s letter on coverage',
    patient: 'Rossi',
    to: 'attorney',
    by: 'priscilla',
    status: 'in_progress',
    due: 3,
    created: 5.1,
  },
  {
    title: 'Attach a scan of the paper consent',
    patient: 'Petrova-Marsh',
    to: 'staff',
    by: 'admin',
    due: 4,
    created: 2.8,
  },
  {
    title: 'Complete the missing personal details',
    description: 'Date of birth, injury and address are still open.',
    patient: 'Nwosu',
    to: 'hannah',
    by: 'hannah',
    priority: 'low',
    due: 6,
    created: 5,
  },
  {
    title: 'Order new intake folders',
    to: 'kevin',
    by: 'staff',
    status: 'in_progress',
    priority: 'low',
    created: 8,
  },
  {
    title: 'Go through user accounts for the quarter',
    to: 'admin',
    by: 'admin',
    due: 8,
    created: 7,
  },
  {
    title: 'Check that the signed form names the right attorney',
    patient: 'Tanaka',
    to: 'staff',
    by: 'attorney',
    status: 'completed',
    due: -3,
    created: 6.5,
  },
  {
    title: 'Send bus directions for the consultation',
    patient: 'Wiśniewski',
    to: 'kevin',
    by: 'staff',
    status: 'completed',
    priority: 'low',
    due: -4,
    created: 6.2,
  },
  {
    title: 'Remind the patient to sign',
    patient: 'Kahananui',
    to: 'staff',
    by: 'kevin',
    status: 'cancelled',
    due: -12,
    created: 14.5,
  },
]
