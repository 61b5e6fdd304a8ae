import type { TaskGroup } from '#domain/tasks/due.ts'
import type { TaskPriority, TaskStatus } from '#domain/tasks/task.ts'
import type { IconName } from '#ui/iconPaths.ts'
import type { Tone } from '#ui/theme.css.ts'

/** The color and icon of each status (SPEC 2.7). */
export const taskStatusLook: Record<TaskStatus, { tone: Tone; icon: IconName }> = {
  pending: { tone: 'caution', icon: 'clock' },
  in_progress: { tone: 'info', icon: 'refresh' },
  completed: { tone: 'positive', icon: 'check' },
  cancelled: { tone: 'neutral', icon: 'slash' },
}

export const groupLabels: Record<TaskGroup, string> = {
  overdue: 'Overdue',
  today: 'Today',
  later: 'Later',
  done: 'Done',
}

/** SPEC 2.7: an underscore is shown as a space. */
export const taskStatusLabel = (status: TaskStatus): string => status.replaceAll('_', ' ')

/** The dot's color and its text alternative (SPEC 2.7). */
export const priorityLook: Record<TaskPriority, { tone: Tone; label: string }> = {
  urgent: { tone: 'critical', label: 'Urgent priority' },
  high: { tone: 'caution', label: 'High priority' },
  normal: { tone: 'info', label: 'Normal priority' },
  low: { tone: 'neutral', label: 'Low priority' },
}
