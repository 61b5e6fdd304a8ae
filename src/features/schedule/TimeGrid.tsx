import { useLayoutEffect, useRef, useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { clockAt, showClockTime } from '#domain/clockTime.ts'
import { clinicDay, clinicMinute, type Day, showTime, showWeekday } from '#domain/dates.ts'
import * as styles from './Calendar.css.ts'
import { CalendarBlock } from './CalendarBlock.tsx'
import type { Column } from './Column.ts'
import { type Block, blocksOf, hoursOf, type More, SHORTEST, withinLanes } from './calendarLayout.ts'
import { type Hours, laneOf, placeOf } from './gridPlace.ts'
import type { Provider } from './providerLook.ts'
import { type Cursor, SlotButton } from './SlotButton.tsx'
import { into } from './scheduleAddress.ts'
import { type Moving, targetTimes, useGridMove } from './useGridMove.ts'
import { useIsAlive } from './useIsAlive.ts'
import { useNow } from './useNow.ts'
import type { NewSlot } from './useReschedule.tsx'
import type { Visit } from './Visit.ts'

/** More side by side would be too narrow to read. */
const LANES_MAX = 3

/** Only one grid is on a page. */
const HINT_ID = 'move-hint'

/** When and with whom to book. */
export type EmptySlot = { day: Day; minute: number; provider: Provider | null }

type Props = {
  columns: readonly Column[]
  query: URLSearchParams
  /** The appointments that another user has just changed. */
  changed: ReadonlySet<string>
  onOpen: (appointmentId: string) => void
  onBook: (slot: EmptySlot) => void
  onMove: (visit: Visit, to: NewSlot) => void
}

/** Columns of appointments by the hour, in the clinic's time zone. */
export function TimeGrid({ columns, query, changed, onOpen, onBook, onMove }: Props) {
  const { now, timeZone } = useFrame()
  const [spoken, say] = useState('')
  const shown = columns.map((column) => ({ column, blocks: blocksOf(column.visits, column.day, timeZone) }))
  const hours = hoursOf(shown.flatMap(({ column, blocks }) => [...blocks, ...column.work]))
  const move = useGridMove({
    columns,
    hours,
    say,
    onDrop: (visit, { column, from, duration }) =>
      onMove(visit, newSlot(visit, column, from, duration, timeZone)),
  })
  const [at, setAt] = useState<Cursor>({ columnKey: clinicDay(now, timeZone), minute: 9 * 60 })
  const cursor = columns.some(({ key }) => key === at.columnKey)
    ? at
    : { ...at, columnKey: columns[0]?.key ?? '' }
  const grid: Grid = {
    hours,
    query,
    changed,
    cursor,
    move,
    onOpen,
    onBook,
    onCursor(to, isSpoken) {
      setAt(to)
      if (isSpoken) say(showClockTime(clockAt(to.minute)))
    },
  }
  const count = {
    gridTemplateColumns: `3.25rem repeat(${columns.length}, minmax(6rem, 1fr))`,
  }
  return (
    <div className={styles.scroll} ref={useTodayInView(columns[0]?.key, query.has('view'))}>
      <p id={HINT_ID} hidden>
        Press M to move it with the arrow keys.
      </p>
      <p className={styles.spoken} aria-live="polite">
        {spoken}
      </p>
      <div className={styles.grid} style={count} data-grid="">
        <HourLabels {...hours} />
        {shown.map(({ column, blocks }) => (
          <ColumnView key={column.key} column={column} {...withinLanes(blocks, LANES_MAX)} grid={grid} />
        ))}
      </div>
    </div>
  )
}

/**
 * Where not all columns fit, scrolls to today, or to the first day of another week. A phone shows the grid only after the user has
 * chosen a view.
 */
function useTodayInView(firstKey: string | undefined, hasView: boolean) {
  const scroller = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: both change the columns that are found in the page
  useLayoutEffect(() => {
    const headings = [...(scroller.current?.querySelectorAll('h3') ?? [])]
    const today = headings.find((one) => one.ariaCurrent === 'date')
    scroller.current?.scrollTo({ left: today && headings[0] ? today.offsetLeft - headings[0].offsetLeft : 0 })
  }, [firstKey, hasView])
  return scroller
}

/** What the columns share. */
type Grid = Pick<Props, 'query' | 'changed' | 'onOpen' | 'onBook'> & {
  hours: Hours
  cursor: Cursor
  onCursor: (to: Cursor, isSpoken: boolean) => void
  move: ReturnType<typeof useGridMove>
}

function newSlot(visit: Visit, column: Column, from: number, duration: number, timeZone: string): NewSlot {
  const stays =
    clinicDay(visit.scheduledAt, timeZone) === column.day &&
    clinicMinute(visit.scheduledAt, timeZone) === from
  return {
    duration,
    provider: column.provider ?? visit.provider,
    time: stays ? null : { day: column.day, clock: clockAt(from) },
  }
}

const heightOf = ({ first, last }: Hours) => ({ height: `${(last - first) * styles.HOUR_HEIGHT}px` })

function HourLabels({ first, last }: Hours) {
  const hours = Array.from({ length: last - first }, (_, index) => first + index)
  return (
    <div className={styles.hours} aria-hidden="true">
      {hours.map((hour) => (
        <span key={hour}>{`${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`}</span>
      ))}
    </div>
  )
}

type ColumnProps = { column: Column; blocks: Block<Visit>[]; more: More[]; grid: Grid }

function ColumnView({ column, blocks, more, grid }: ColumnProps) {
  const { viewer, now, timeZone } = useFrame()
  const { hours, cursor, onCursor, onBook, move } = grid
  // Useless before the browser can book, and large in the page.
  const isAlive = useIsAlive()
  const today = clinicDay(now, timeZone)
  const isToday = column.provider === null && column.day === today
  return (
    // Not a landmark, because the agenda already has one for the day.
    <div role="group" className={styles.column} aria-label={column.label}>
      <h3 className={styles.columnHead} aria-current={isToday ? 'date' : undefined}>
        {column.heading}
        {blocks.length === 0 && <span className={styles.spoken}>, no appointments</span>}
      </h3>
      <div className={styles.body} style={heightOf(hours)} data-column={column.key}>
        {isAlive && column.day >= today && can(viewer, 'appointment.book') && (
          <SlotButton
            column={column}
            hours={hours}
            cursor={cursor}
            onCursor={onCursor}
            onBook={(minute) => onBook({ day: column.day, minute, provider: column.provider })}
          />
        )}
        <Shades closed={column.closed} hours={hours} />
        <ul role="list" className={styles.blocks}>
          {blocks.map((block) => (
            <BlockItem key={block.one.id} block={block} column={column} grid={grid} />
          ))}
          {more.map((one) => (
            <MoreItem key={one.from} more={one} day={column.day} grid={grid} />
          ))}
        </ul>
        {move.moving?.column.key === column.key && <Ghost moving={move.moving} hours={hours} />}
        <NowLine day={column.day} hours={hours} />
      </div>
    </div>
  )
}

function BlockItem({ block, column, grid }: { block: Block<Visit>; column: Column; grid: Grid }) {
  const { viewer } = useFrame()
  const isAlive = useIsAlive()
  const { move, hours, onOpen } = grid
  const isMovable = isAlive && block.one.status === 'scheduled' && can(viewer, 'appointment.edit')
  return (
    <CalendarBlock
      block={block}
      hours={hours}
      onOpen={onOpen}
      isLifted={move.moving?.visit.id === block.one.id}
      isChanged={grid.changed.has(block.one.id)}
      {...(isMovable && { move: { ...move.handlers(block.one, column), 'aria-describedby': HINT_ID } })}
    />
  )
}

/** Times that are not for booking. What is above or below the grid is cut off. */
function Shades({ closed, hours }: { closed: Column['closed']; hours: Hours }) {
  const [first, last] = [hours.first * 60, hours.last * 60]
  return closed
    .map((one) => ({ ...one, from: Math.max(one.from, first), to: Math.min(one.to, last) }))
    .filter(({ from, to }) => from < to)
    .map(({ from, to, label }) => (
      <p key={`${from} ${label}`} className={styles.shade} style={placeOf(from, to, hours)}>
        {label}
      </p>
    ))
}

/** Where the moving block would be. */
function Ghost({ moving, hours }: { moving: Moving; hours: Hours }) {
  const { from, duration } = moving
  return (
    <div
      className={styles.ghost}
      style={placeOf(from, from + Math.max(duration, SHORTEST), hours)}
      aria-hidden="true"
    >
      {targetTimes(moving)}
    </div>
  )
}

function MoreItem({ more: { count, from, to, lanes }, day, grid }: { more: More; day: Day; grid: Grid }) {
  return (
    <li className={styles.block} style={{ ...placeOf(from, to, grid.hours), ...laneOf(lanes - 1, lanes) }}>
      <a className={styles.more} {...into(grid.query, { view: 'day', date: day, week: null })}>
        +{count}
        <span className={styles.spoken}> more appointments on {showWeekday(day)}</span>
      </a>
    </li>
  )
}

/** A line at the current time on today's column. */
function NowLine({ day, hours }: { day: Day; hours: Hours }) {
  const { timeZone } = useFrame()
  const now = useNow()
  const minute = clinicMinute(now, timeZone)
  if (clinicDay(now, timeZone) !== day || minute < hours.first * 60 || minute > hours.last * 60) return null
  return (
    <div className={styles.now} style={{ top: placeOf(minute, minute, hours).top }} data-now="">
      <span className={styles.spoken}>Now, {showTime(now, timeZone)}</span>
    </div>
  )
}
