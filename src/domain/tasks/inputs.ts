import * as z from 'zod/mini'
import { clinicInstant, clockTime, optionalDay, updatedSince } from '../calendar.ts'
import { identifier, nullAsLeftOut, optionalText, requiredLine, TEXT_MAX } from '../text.ts'
import { taskPriorities, taskSorts, taskStatuses } from './task.ts'

const priority = z.enum(taskPriorities, 'Choose a known priority')
const status = z.enum(taskStatuses, 'Choose a known status')
const dueDate = z.nullish(clinicInstant('Due date must be a date and time'))

export const addTaskInput = z.strictObject({
  title: requiredLine('Title is required'),
  description: optionalText(TEXT_MAX),
  patientId: z.nullish(identifier),
  assignedTo: identifier,
  priority: z.pipe(
    z.nullish(priority),
    z.transform((value) => value ?? 'normal'),
  ),
  dueDate,
})

/**
 * An omitted field stays unchanged. `completedAt` is accepted because SPEC section 7 sends it, but the
 * server's clock is used (DECISIONS).
 */
export const editTaskInput = z.strictObject({
  taskId: identifier,
  title: z.optional(requiredLine('Title is required')),
  description: optionalText(TEXT_MAX),
  assignedTo: nullAsLeftOut(identifier),
  priority: nullAsLeftOut(priority),
  dueDate,
  status: nullAsLeftOut(status),
  completedAt: z.pipe(
    z.nullish(z.string().check(z.maxLength(40))),
    z.transform(() => undefined),
  ),
})

/** `open: true` lists open tasks, `false` closed ones. Sorted by last change, the oldest comes first. */
export const taskListInput = z.strictObject({
  open: z.nullish(z.boolean()),
  status: z.nullish(status),
  assignedTo: z.nullish(identifier),
  patientId: z.nullish(identifier),
  updatedSince,
  sort: z.nullish(z.enum(taskSorts, 'Choose a known order')),
})

/** The input of the dialog: the due date as a day and an optional time in the clinic's zone. */
export const taskForm = z
  .strictObject({
    title: requiredLine('Title is required'),
    description: optionalText(TEXT_MAX),
    patientId: z.nullish(identifier),
    assignedTo: z.string('Choose an assignee').check(z.minLength(1, 'Choose an assignee')),
    priority,
    status: z.optional(status),
    dueDay: optionalDay('Choose a real day'),
    dueTime: z.union(
      [z.literal(''), clockTime('Time must be in HH:MM format')],
      'Time must be in HH:MM format',
    ),
  })
  .check(
    z.refine(({ dueDay, dueTime }) => Boolean(dueDay) || !dueTime, {
      path: ['dueDay'],
      message: 'Choose the day as well',
    }),
  )
export type TaskForm = z.input<typeof taskForm>

/** Combines a day and an optional time into the stored text. */
export const writtenDue = ({ dueDay, dueTime }: Pick<TaskForm, 'dueDay' | 'dueTime'>): string | null =>
  dueDay ? `${dueDay}${dueTime && `T${dueTime}`}` : null
