import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { DURATION } from '#domain/appointments/appointment.ts'
import { clockAt, showClockTime } from '#domain/clockTime.ts'
import { clinicMinute } from '#domain/dates.ts'
import { HANDLE_HEIGHT, HOUR_HEIGHT } from './Calendar.css.ts'
import type { Column } from './Column.ts'
import { STEP } from './calendarLayout.ts'
import type { Hours } from './gridPlace.ts'
import type { Visit } from './Visit.ts'

/** Where an appointment is being moved to: a column, and minutes since midnight. */
export type Target = { column: Column; from: number; duration: number }
export type Moving = Target & { visit: Visit }

type Grip = { visit: Visit; start: Target; isResize: boolean; x: number; y: number; hasMoved: boolean }

/** A smaller movement is a click. */
const SLACK = 4

type Options = {
  columns: readonly Column[]
  hours: Hours
  onDrop: (visit: Visit, to: Target) => void
  /** Announces the position to screen readers. */
  say: (words: string) => void
}

/**
 * Moves and resizes blocks, by mouse or pen, or by keyboard: M, then the arrow keys, with Shift for the duration. A
 * finger scrolls instead; the edit form is one press away.
 */
export function useGridMove({ columns, hours, onDrop, say }: Options) {
  const { timeZone } = useFrame()
  const [moving, setMoving] = useState<Moving | null>(null)
  const grip = useRef<Grip | null>(null)
  const wasDragged = useRef(false)

  function drop(): void {
    grip.current = null
    setMoving(null)
    if (!moving) return
    const before = startOf(moving.visit, moving.column)
    const hasMoved = before.from !== moving.from || before.duration !== moving.duration
    if (hasMoved || columnOf(moving.visit, columns)?.key !== moving.column.key) onDrop(moving.visit, moving)
  }

  function cancel(): void {
    grip.current = null
    if (moving) say('Not moved')
    setMoving(null)
  }

  const startOf = (visit: Visit, column: Column): Target => ({
    column,
    from: clinicMinute(visit.scheduledAt, timeZone),
    duration: visit.duration,
  })

  function onPointerDown(event: PointerEvent<HTMLElement>, visit: Visit, column: Column): void {
    wasDragged.current = false
    if (event.button !== 0 || event.pointerType === 'touch') return
    // A quick movement leaves the block before the next event.
    event.currentTarget.setPointerCapture(event.pointerId)
    const { clientX: x, clientY: y } = event
    const isResize = y > event.currentTarget.getBoundingClientRect().bottom - HANDLE_HEIGHT
    grip.current = { visit, start: startOf(visit, column), isResize, x, y, hasMoved: false }
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const held = grip.current
    if (!held) return
    if (!held.hasMoved && Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return
    held.hasMoved = true
    const by = Math.round(((event.clientY - held.y) * 60) / HOUR_HEIGHT / STEP) * STEP
    const { start, visit } = held
    const column = held.isResize ? start.column : columnUnder(event, columns)
    const to = held.isResize
      ? { ...start, duration: start.duration + by }
      : { ...start, column: column ?? start.column, from: start.from + by }
    setMoving({ visit, ...within(to, hours) })
  }

  function onPointerUp(): void {
    wasDragged.current = grip.current?.hasMoved ?? false
    drop()
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, visit: Visit, column: Column): void {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    const isOurs = moving ? event.key !== 'Tab' : isPlain && event.key.toLowerCase() === 'm'
    if (!isOurs) return
    event.preventDefault()
    event.stopPropagation()
    if (!moving) {
      setMoving({ visit, ...startOf(visit, column) })
      say('Moving. Arrow keys move, Shift with arrow keys changes the duration, Enter saves, Escape cancels.')
    } else if (event.key === 'Enter') drop()
    else if (event.key === 'Escape') cancel()
    else {
      const to = within(stepped(moving, event, columns), hours)
      setMoving({ ...moving, ...to })
      say(spokenTarget(to))
    }
  }

  return {
    moving,
    /** The handlers of a block that may be moved. */
    handlers: (visit: Visit, column: Column) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => onPointerDown(event, visit, column),
      onPointerMove,
      onPointerUp,
      onPointerCancel: cancel,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, visit, column),
      onBlur: cancel,
      // The browser sends a click after a drag.
      onClickCapture(event: MouseEvent) {
        if (wasDragged.current) event.stopPropagation()
        wasDragged.current = false
      },
    }),
  }
}

const columnOf = (visit: Visit, columns: readonly Column[]) =>
  columns.find(({ visits }) => visits.some(({ id }) => id === visit.id))

function columnUnder(event: PointerEvent<HTMLElement>, columns: readonly Column[]): Column | undefined {
  const bodies = event.currentTarget.closest('[data-grid]')?.querySelectorAll<HTMLElement>('[data-column]')
  const under = [...(bodies ?? [])].find((body) => {
    const { left, right } = body.getBoundingClientRect()
    return event.clientX >= left && event.clientX < right
  })
  return columns.find(({ key }) => key === under?.dataset.column)
}

function stepped(target: Target, { key, shiftKey }: KeyboardEvent, columns: readonly Column[]): Target {
  const down = { ArrowDown: STEP, ArrowUp: -STEP }[key] ?? 0
  if (shiftKey) return { ...target, duration: target.duration + down }
  const right = { ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0
  const at = columns.findIndex((one) => one.key === target.column.key)
  return { ...target, from: target.from + down, column: columns[at + right] ?? target.column }
}

/** The nearest target within the hours that are shown. */
function within({ column, from, duration }: Target, { first, last }: Hours): Target {
  const length = Math.min(Math.max(duration, DURATION.min), DURATION.max)
  const latest = Math.max(first * 60, last * 60 - Math.min(length, (last - first) * 60))
  return { column, duration: length, from: Math.min(Math.max(from, first * 60), latest) }
}

/** '10:30 AM to 11:30 AM': the time of a target. */
export const targetTimes = ({ from, duration }: Pick<Target, 'from' | 'duration'>): string =>
  `${showClockTime(clockAt(from))} to ${showClockTime(clockAt((from + duration) % 1440))}`

const spokenTarget = (target: Target): string => `${target.column.label}, ${targetTimes(target)}`
