import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import * as styles from './Table.css.ts'
import { visuallyHidden } from './type.css.ts'

// Roles are written out because `display: grid` on a phone would otherwise take them away.

type TableProps = {
  /** Names the table for those who cannot see its heading. */
  label: string
  children: ReactNode
}

/** A native table with a sticky head; below 700 px each row is a card. Put it straight into a `Card`. */
export function Table({ label, children }: TableProps) {
  return (
    <table role="table" aria-label={label} className={styles.table}>
      {children}
    </table>
  )
}

/** The head of a table: `HeadCell`s and `SortCell`s, without a row of their own. */
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

type RowProps = Omit<ComponentPropsWithRef<'tr'>, 'className' | 'style' | 'role'>

/** One row; give its first cell a `RowLink` to make all of it a link. */
export function Row({ children, ...native }: RowProps) {
  return (
    <tr {...native} role="row" className={styles.row}>
      {children}
    </tr>
  )
}

type CellLook = {
  /** What becomes of it in a card: beside the first line, left out (a little before too), over the whole width, or top right. */
  phone?: keyof typeof styles.onPhone | undefined
  /** Left out below 1100 px. */
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

/** The name of a column. Leave it empty for actions and give `label` instead. */
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
  /** How the rows are ordered by this column now; leave out when they are not. */
  direction?: 'ascending' | 'descending' | undefined
  /** The page with the next order, so that it works without script and can be shared. */
  href: string
  onSort?: ((event: { preventDefault(): void }) => void) | undefined
}

/** The name of a column that orders the rows when followed. */
export function SortCell({ children, direction, href, onSort, ...rest }: SortCellProps) {
  return (
    <th role="columnheader" scope="col" aria-sort={direction} className={look(styles.headCell, rest)}>
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

/** The link a row stands for; pressing anywhere on the row follows it, except on `RowActions`. */
export function RowLink({ children, ...native }: Omit<ComponentPropsWithRef<'a'>, 'className' | 'style'>) {
  return (
    <a {...native} className={styles.rowLink}>
      {children}
    </a>
  )
}

type RowActionsProps = {
  /** `hover` hides them from a mouse until the row is pointed at or focused; never on touch. */
  reveal?: 'always' | 'hover' | undefined
  children: ReactNode
}

/** The buttons of a row, above its `RowLink`; for links inside other cells too. */
export function RowActions({ reveal = 'always', children }: RowActionsProps) {
  return (
    <div className={reveal === 'hover' ? `${styles.rowActions} ${styles.revealed}` : styles.rowActions}>
      {children}
    </div>
  )
}
