import { useFrame } from '#client/frame.ts'
import { showDay, showInstantDay, showToTheSecond } from '#domain/dates.ts'
import type { AccountingRowFragment } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#ui/Table.tsx'
import { link } from '#ui/type.css.ts'
import { MomentDay } from '../time/Moment.tsx'
import { actions, detail, notPrinted } from './Accounting.css.ts'

type Props = {
  label: string
  rows: readonly AccountingRowFragment[]
  /** Left out where no entry can be struck. */
  onStrike?: ((row: AccountingRowFragment) => void) | undefined
  onSuspend?: ((row: AccountingRowFragment) => void) | undefined
}

/** Entries of the accounting: date, recipient, what was disclosed, and why. */
export function AccountingTable({ label, rows, onStrike, onSuspend }: Props) {
  return (
    <Table label={label}>
      <TableHead>
        <HeadCell>Date</HeadCell>
        <HeadCell>Recipient</HeadCell>
        <HeadCell>What Was Disclosed</HeadCell>
        <HeadCell>Purpose or Basis</HeadCell>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <EntryRow
            key={`${row.firstAt} ${row.recipientName} ${row.content}`}
            row={row}
            onStrike={onStrike}
            onSuspend={onSuspend}
          />
        ))}
      </TableBody>
    </Table>
  )
}

function EntryRow({
  row,
  onStrike,
  onSuspend,
}: { row: AccountingRowFragment } & Pick<Props, 'onStrike' | 'onSuspend'>) {
  const { firstAt, recipientName, recipientAddress, content, purpose, basis, basisReference, entered } = row
  return (
    <Row>
      <Cell phone="wide">
        <Dates row={row} />
      </Cell>
      <Cell phone="wide">
        {recipientName}
        {recipientAddress && <span className={detail}>{recipientAddress}</span>}
      </Cell>
      <Cell phone="wide">
        {content}
        {entered && <span className={`${detail} ${notPrinted}`}>Entered by {entered.enteredBy}</span>}
        {entered?.suspension && (
          <span className={`${detail} ${notPrinted}`}>
            Suspended until {showDay(entered.suspension.endsOn)} for {entered.suspension.agency}
            {entered.suspension.isOral && ', after an oral statement'}. Recorded by{' '}
            {entered.suspension.recordedBy}
          </span>
        )}
        {entered?.strikeReason && (
          <span className={detail}>
            Struck by {entered.struckBy}: {entered.strikeReason}
          </span>
        )}
      </Cell>
      <Cell phone="wide">
        {purpose ?? basis}
        {purpose && <span className={detail}>{basis}</span>}
        {basisReference && <span className={detail}>{basisReference}</span>}
        {entered && (
          <span className={actions}>
            {entered.documentPath && (
              <a className={link} href={entered.documentPath} download>
                Download Document
              </a>
            )}
            {onSuspend && entered.canSuspend && (
              <Button
                size="small"
                onClick={() => onSuspend(row)}
                aria-label={`Suspend entry of ${firstAt.slice(0, 10)}`}
              >
                Suspend
              </Button>
            )}
            {onStrike && (
              <Button
                size="small"
                onClick={() => onStrike(row)}
                aria-label={`Strike entry of ${firstAt.slice(0, 10)}`}
              >
                Strike
              </Button>
            )}
          </span>
        )}
      </Cell>
    </Row>
  )
}

function Dates({ row: { firstAt, lastAt, count, entered } }: { row: AccountingRowFragment }) {
  const { timeZone } = useFrame()
  if (count > 1)
    return (
      <>
        <MomentDay at={firstAt} />
        <span className={detail}>
          {count.toLocaleString('en-US')} times, last on {showInstantDay(lastAt, timeZone)}
        </span>
      </>
    )
  return entered ? (
    <MomentDay at={firstAt} />
  ) : (
    <time dateTime={firstAt}>{showToTheSecond(firstAt, timeZone)}</time>
  )
}
