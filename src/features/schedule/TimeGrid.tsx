import type { ReactNode } from 'react'
import { useFrame } from '#client/frame.ts'
import { clinicDay, clinicMinute, type Day, showTime, showWeekday } from '#domain/dates.ts'
import * as styles from './Calendar.css.ts'
import { CalendarBlock } from './CalendarBlock.tsx'
import { type Block, blocksOf, hoursOf, type More, withinLanes } from './calendarLayout.ts'
import { type Hours, laneOf, placeOf } from './gridPlace.ts'
import { into } from './scheduleAddress.ts'
import { useNow } from './useNow.ts'
import type { Visit } from './Visit.ts'

/** A column of the calendar: a day of everyone, or the day of one provider. */
export type Column = {
  key: string
  day: Day
  /** `null` for everyone. */
  providerId: string | null
  /** What the heading says aloud. */
  label: string
  heading: ReactNode
  visits: readonly Visit[]
}

/** More side by side would be too narrow to read. */
const LANES_MAX = 3

type Props = { columns: readonly Column[]; query: URLSearchParams; onOpen: (appointmentId: string) => void }

/** Columns of appointments by the hour, in the clinic's time zone. */
export function TimeGrid({ columns, query, onOpen }: Props) {
  const { timeZone } = useFrame()
  const shown = columns.map((column) => ({ column, blocks: blocksOf(column.visits, column.day, timeZone) }))
  const hours = hoursOf(shown.flatMap(({ blocks }) => blocks))
  const count = { gridTemplateColumns: `3.25rem repeat(${columns.length}, minmax(5.5rem, 1fr))` }
  return (
    <div className={styles.scroll}>
      <div className={styles.grid} style={count}>
        <HourLabels {...hours} />
        {shown.map(({ column, blocks }) => (
          <ColumnView
            key={column.key}
            column={column}
            hours={hours}
            {...withinLanes(blocks, LANES_MAX)}
            query={query}
            onOpen={onOpen}
          />
        ))}
      </div>
    </div>
  )
}

const heightOf = ({ first, last }: Hours) => ({ height: `${(last - first) * styles.HOUR_HEIGHT}px` })

function HourLabels({ first, last }: Hours) {
  const hours = Array.from({ length: last - first }, (_, index) => first + index)
  return (
    <div className={styles.hours} aria-hidden="true">
      {hours.map((hour) => (
        <span key={hour} className={styles.hour}>
          {hour % 12 || 12} {hour < 12 ? 'AM' : 'PM'}
        </span>
      ))}
    </div>
  )
}

type ColumnProps = {
  column: Column
  blocks: Block<Visit>[]
  more: More[]
  hours: Hours
  query: URLSearchParams
  onOpen: Props['onOpen']
}

function ColumnView({ column, blocks, more, hours, query, onOpen }: ColumnProps) {
  const { now, timeZone } = useFrame()
  const isToday = column.providerId === null && column.day === clinicDay(now, timeZone)
  return (
    // Not a landmark, because the agenda already has one for the day.
    <div role="group" className={styles.column} aria-label={column.label}>
      <h3 className={isToday ? styles.today : styles.columnHead}>
        {column.heading}
        {blocks.length === 0 && <span className={styles.spoken}>, no appointments</span>}
      </h3>
      <div className={styles.body} style={heightOf(hours)}>
        <ul role="list" className={styles.blocks}>
          {blocks.map((block) => (
            <CalendarBlock key={block.one.id} block={block} hours={hours} onOpen={onOpen} />
          ))}
          {more.map((one) => (
            <li
              key={one.from}
              className={styles.block}
              style={{ ...placeOf(one.from, one.to, hours), ...laneOf(one.lanes - 1, one.lanes) }}
            >
              <a className={styles.more} {...into(query, { view: 'day', date: column.day, week: null })}>
                +{one.count}
                <span className={styles.spoken}> more appointments on {showWeekday(column.day)}</span>
              </a>
            </li>
          ))}
        </ul>
        <NowLine day={column.day} hours={hours} />
      </div>
    </div>
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
