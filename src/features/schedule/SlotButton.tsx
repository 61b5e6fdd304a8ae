import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react'
import { clockAt, showClockTime } from '#domain/clockTime.ts'
import * as styles from './Calendar.css.ts'
import { HOUR_HEIGHT } from './Calendar.css.ts'
import type { Column } from './Column.ts'
import { type Hours, placeOf } from './gridPlace.ts'

/** The minutes between two slots. */
const SLOT = 30

/** The slot that the keyboard is at: a column, and minutes since midnight. */
export type Cursor = { columnKey: string; minute: number }

type Props = {
  column: Column
  hours: Hours
  cursor: Cursor
  onCursor: (cursor: Cursor, isSpoken: boolean) => void
  onBook: (minute: number) => void
}

/**
 * The empty time of a column. A click books the time under the pointer. By keyboard, the arrow keys choose the time and
 * the column, and Enter books; all columns together are one tab stop.
 */
export function SlotButton({ column, hours, cursor, onCursor, onBook }: Props) {
  const [hovered, setHovered] = useState<number | null>(null)
  const minute = hovered ?? cursor.minute

  function minuteAt({ clientY, currentTarget }: MouseEvent | PointerEvent): number {
    const minutes = ((clientY - currentTarget.getBoundingClientRect().top) * 60) / HOUR_HEIGHT
    return Math.min(hours.first * 60 + Math.floor(minutes / SLOT) * SLOT, hours.last * 60 - SLOT)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const down = { ArrowDown: SLOT, ArrowUp: -SLOT }[event.key]
    const right = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!down && !right) return
    event.preventDefault()
    setHovered(null)
    if (down) {
      const to = Math.min(Math.max(cursor.minute + down, hours.first * 60), hours.last * 60 - SLOT)
      onCursor({ columnKey: column.key, minute: to }, true)
      return
    }
    const slots = [
      ...(event.currentTarget.closest('[data-grid]')?.querySelectorAll<HTMLElement>('[data-slot]') ?? []),
    ]
    slots[slots.indexOf(event.currentTarget) + (right ?? 0)]?.focus()
  }

  return (
    <button
      type="button"
      data-slot=""
      className={styles.slot}
      tabIndex={cursor.columnKey === column.key ? 0 : -1}
      aria-label={`Book ${showClockTime(clockAt(cursor.minute))}, ${column.label}`}
      onFocus={() => onCursor({ ...cursor, columnKey: column.key }, false)}
      onKeyDown={onKeyDown}
      onPointerMove={(event) => setHovered(minuteAt(event))}
      onPointerLeave={() => setHovered(null)}
      // A click by keyboard has no position.
      onClick={(event) => onBook(event.detail === 0 ? cursor.minute : minuteAt(event))}
    >
      <span className={styles.slotMark} style={placeOf(minute, minute + SLOT, hours)}>
        {showClockTime(clockAt(minute))}
      </span>
    </button>
  )
}
