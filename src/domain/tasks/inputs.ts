import * as z from 'zod/mini'
import { instant } from '../calendar.ts'
import { identifier, nullAsLeftOut, optionalText, requiredLine, TEXT_MAX } from '../text.ts'
import { taskPriorities, taskStatuses } from './task.ts'

const priority = z.enum(taskPriorities, 'Choose a known priority')
const status = z.enum(taskStatuses, 'Choose a known status')
const dueDate = z.nullish(instant('Due date must be a date and time'))

export const addTaskInput = z.strictObject({
  title: requiredLine('Title is required'),
  description: optionalText(TEXT_MAX),
  patientId: z.nullish(identifier),
  assignedTo: identifier,
  priority: z.pipe(
    z.nullish(priority),
    z.transform((given) => given ?? 'normal'),
  ),
  dueDate,
})

/**
 * A field left out stays as it is. `completedAt` is taken because SPEC section 7 sends it; what counts is the
 * server's clock (DECISIONS).
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

export const taskListInput = z.strictObject({ open: z.nullish(z.boolean()) })
