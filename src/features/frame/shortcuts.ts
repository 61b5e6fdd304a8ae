import type { Actor } from '#domain/access/actor.ts'
import { screensFor } from '#domain/access/navigation.ts'
import { can } from '#domain/access/policy.ts'
import { paths } from '#domain/access/screens.ts'
import { type QuickActionName, quickActions, quickActionsFor } from './quickActions.ts'

/** What a shortcut triggers. */
export type Command =
  | { kind: 'palette' }
  | { kind: 'shortcuts' }
  | { kind: 'screen'; path: string }
  | { kind: 'action'; name: QuickActionName }

/** The keys to press in sequence. A shortcut without a command is handled elsewhere. */
export type Shortcut = { keys: readonly string[]; label: string; command?: Command }

/** The label for Ctrl or Cmd in the table. */
export const WITH_CONTROL = 'Ctrl'

const screenKeys: Record<string, string> = {
  [paths.home]: 'd',
  [paths.patients]: 'p',
  [paths.tasks]: 't',
  [paths.schedule]: 's',
  [paths.consentForms]: 'c',
}
/** A task is for the patient whose chart is open. */
const actionKeys: Partial<Record<QuickActionName, readonly string[]>> = { patient: ['n'], task: ['a', 't'] }

/** The shortcuts table, for both the key handler and the help dialog. */
export function shortcutsFor(actor: Actor): Shortcut[] {
  const screens = screensFor(actor).flatMap(({ path, label }) => {
    const key = screenKeys[path]
    return key
      ? [{ keys: ['g', key], label: `Go to ${label}`, command: { kind: 'screen' as const, path } }]
      : []
  })
  const actions = quickActionsFor(actor).flatMap((name) => {
    const keys = actionKeys[name]
    return keys ? [{ keys, label: quickActions[name].label, command: { kind: 'action' as const, name } }] : []
  })
  return [
    { keys: [WITH_CONTROL, 'k'], label: 'Open the command palette', command: { kind: 'palette' } },
    { keys: ['/'], label: 'Search patients' },
    ...actions,
    ...screens,
    { keys: ['j'], label: 'Go to the next patient, task or notification' },
    { keys: ['k'], label: 'Go to the previous patient, task or notification' },
    { keys: ['Enter'], label: 'Open the patient, task or notification' },
    { keys: ['x'], label: 'Select the patient, complete the task, or mark the notification as read' },
    ...(can(actor, 'patient.edit') ? [{ keys: ['e'], label: 'Edit the patient' }] : []),
    { keys: [WITH_CONTROL, 'Enter'], label: 'Submit the form' },
    { keys: ['?'], label: 'Show this list', command: { kind: 'shortcuts' } },
    { keys: ['F8'], label: 'Go to the notifications' },
    { keys: ['Esc'], label: 'Close the top layer' },
  ]
}

/** Milliseconds within which the second key of a sequence must follow. */
const PAIR = 1500

/** Matches key presses against the table and returns the command of a complete shortcut. */
export function makeKeyReader(shortcuts: readonly Shortcut[], now: () => number = Date.now) {
  let first: { key: string; at: number } | null = null
  const commandOf = (keys: readonly string[]) =>
    shortcuts.find(
      (one) => one.keys.length === keys.length && one.keys.every((key, index) => key === keys[index]),
    )?.command

  return (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): Command | undefined => {
    if (event.altKey) return undefined
    if (event.ctrlKey || event.metaKey) return commandOf([WITH_CONTROL, event.key.toLowerCase()])
    const pair = first && now() - first.at < PAIR ? commandOf([first.key, event.key]) : undefined
    first = pair ? null : { key: event.key, at: now() }
    return pair ?? commandOf([event.key])
  }
}

/** Events that wait for their handler, and the handler once it has loaded. */
export type Inbox = {
  waiting: (KeyboardEvent | MouseEvent)[]
  read?: (event: KeyboardEvent | MouseEvent) => void
}
