import type { TaskPriority } from '#domain/tasks/task.ts'
import type { Tone } from '#ui/theme.css.ts'

/** The dot's color and its text alternative (SPEC 2.7). */
export const priorityLook: Record<TaskPriority, { tone: Tone; label: string }> = {
  urgent: { tone: 'critical', label: 'Urgent priority' },
  high: { tone: 'caution', label: 'High priority' },
  normal: { tone: 'info', label: 'Normal priority' },
  low: { tone: 'neutral', label: 'Low priority' },
}
