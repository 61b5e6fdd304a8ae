import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import * as styles from './Table.css.ts'
import { visuallyHidden } from './type.css.ts'

// Roles are explicit, because `display: grid` on a phone removes the implicit ones.

type TableProps = {
  /** The accessible name of the table. */
  label: string
  children: ReactNode
}

/** A native table with a sticky head; below 700 px each row is a card. Must be a direct child of a `Card`. */
export function Table({ label, children }: TableProps) {
  return (
    <table role="table" aria-label={label} className={styles.table}>
      {children}
    </table>
  )
}

/** The head of a table. Contains `HeadCell`s and `SortCell`s without a row. */
export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead role="rowgroup" className={styles.head}>
      <tr role="row">{children}</tr>
    </thead>
  )
}

/** The rows of a table. */
export function TableBody({ children }: { children: ReactNode }) {
  return (
    <tbody role="rowgroup" className={styles.body}>
      {children}
    </tbody>
  )
}

type RowProps = Omit<ComponentPropsWithRef<'tr'>, 'className' | 'style' | 'role'> & {
  /** Makes room for a `SelectBox`; `offPhone` not on a phone. */
  hasBox?: keyof typeof styles.boxed | undefined
}

/** One row. A `RowLink` in its first cell makes the whole row a link. */
export function Row({ hasBox, children, ...native }: RowProps) {
  return (
    <tr {...native} role="row" className={hasBox ? `${styles.row} ${styles.boxed[hasBox]}` : styles.row}>
      {children}
    </tr>
  )
}

type CellLook = {
  /**
   * The position in a phone's card: next to the first line, hidden (also on slightly wider screens), full
   * width, or top right.
   */
  phone?: keyof typeof styles.onPhone | undefined
  /** Hidden below 1100 px. */
  isExtra?: boolean | undefined
  isNumeric?: boolean | undefined
  align?: 'start' | 'end' | undefined
}

function look(base: string, { phone = 'show', isExtra, isNumeric, align }: CellLook): string {
  return [
    base,
    styles.onPhone[phone],
    isExtra && styles.extra,
    isNumeric && styles.numeric,
    align === 'end' && styles.end,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The name of a column. For actions, leave it empty and set `label`. */
export function HeadCell({
  children,
  label,
  ...rest
}: CellLook & { children?: ReactNode; label?: string | undefined }) {
  return (
    <th role="columnheader" scope="col" className={look(styles.headCell, rest)}>
      {label ? <span className={visuallyHidden}>{label}</span> : children}
    </th>
  )
}

type SortCellProps = CellLook & {
  children: ReactNode
  /** The current sort direction of this column; omit if it is not sorted by it. */
  direction?: 'ascending' | 'descending' | undefined
  /** The URL with the next order, so that it works without JavaScript and can be shared. */
  href: string
  /** A control in front of the link. */
  before?: ReactNode
  onSort?: ((event: { preventDefault(): void }) => void) | undefined
}

/** A column header that sorts the rows. */
export function SortCell({ children, direction, href, before, onSort, ...rest }: SortCellProps) {
  return (
    <th role="columnheader" scope="col" aria-sort={direction} className={look(styles.headCell, rest)}>
      {before}
      <a className={styles.sort} href={href} onClick={onSort}>
        {children}
        <span className={styles.sortMark}>
          <Icon name={direction === 'descending' ? 'sortDown' : 'sortUp'} size="small" />
        </span>
      </a>
    </th>
  )
}

/** One value of a row. */
export function Cell({ children, colSpan, ...rest }: CellLook & { children?: ReactNode; colSpan?: number }) {
  return (
    <td role="cell" colSpan={colSpan} className={look(styles.cell, rest)}>
      {children}
    </td>
  )
}

/** The link of a row. A click anywhere on the row follows it, except on `RowActions`. */
export function RowLink({ children, ...native }: Omit<ComponentPropsWithRef<'a'>, 'className' | 'style'>) {
  return (
    <a {...native} className={styles.rowLink}>
      {children}
    </a>
  )
}

type RowActionsProps = {
  /** `hover` shows them to mouse users only when the row is hovered or focused; always visible on touch. */
  reveal?: 'always' | 'hover' | undefined
  children: ReactNode
}

/** The buttons of a row, above its `RowLink`. Also for links inside other cells. */
export function RowActions({ reveal = 'always', children }: RowActionsProps) {
  return (
    <div className={reveal === 'hover' ? `${styles.rowActions} ${styles.revealed}` : styles.rowActions}>
      {children}
    </div>
  )
}
