import { toast } from '#client/toast.ts'
import { showDay } from '#domain/dates.ts'
import { HELD } from '#domain/legalHolds/legalHold.ts'
import { recordCategoryLabels } from '#domain/records/categories.ts'
import { showFileSize } from '#domain/records/fileSize.ts'
import { typeLabel } from '#domain/records/fileTypes.ts'
import { accompanyingStatement } from '#domain/records/part2.ts'
import { removals } from '#domain/records/removals.ts'
import type { RecordRowFragment } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { buttonClass } from '#ui/buttonClass.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { onIntent } from '#ui/intent.ts'
import { MenuButton } from '#ui/MenuButton.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { Moment } from '../time/Moment.tsx'
import { loadViewer } from './loadViewer.ts'
import { ScanBadge, ScanWords } from './RecordScan.tsx'
import { about, actions, fileName, opener, record as recordClass, whole } from './Records.css.ts'

type Props = {
  patientId: string
  record: RecordRowFragment
  onView: () => void
  onDelete: (() => void) | undefined
  onDescribe: () => void
  onRescan: () => void
  onEdit: (() => void) | undefined
  /** Only for users who may move records to another chart. */
  onMove: (() => void) | undefined
}

/** A file: its name and type, who uploaded it and when, and the actions for this user. */
export function RecordRow({ patientId, record, onView, onDelete, onRescan, ...changes }: Props) {
  const statement = accompanyingStatement(record)
  return (
    <li className={recordClass}>
      {record.isServed ? (
        <button
          type="button"
          className={opener}
          data-opener
          aria-label={`View ${record.fileName}`}
          onClick={onView}
          {...onIntent(loadViewer)}
        >
          {record.fileName}
        </button>
      ) : (
        <span className={fileName}>{record.fileName}</span>
      )}
      <div className={actions}>
        {record.isServed && (
          <a
            href={`/api/patients/${patientId}/records/${record.id}/file`}
            download
            title="Download"
            aria-label={`Download ${record.fileName}`}
            className={buttonClass({ variant: 'quiet', size: 'small', isSquare: true })}
            onClick={() => toast.success('Downloading', record.fileName)}
          >
            <Icon name="download" />
          </a>
        )}
        {record.isRescannable && (
          <IconButton
            icon="refresh"
            size="small"
            title="Scan again"
            label={`Scan ${record.fileName} again`}
            onClick={onRescan}
          />
        )}
        <EditButton record={record} {...changes} />
        {onDelete && (
          <IconButton
            icon="trash"
            size="small"
            title="Delete"
            label={`Delete ${record.fileName}`}
            {...(record.isHeld ? { disabledReason: HELD } : {})}
            onClick={onDelete}
          />
        )}
      </div>
      <div className={about}>
        <Badge tone="neutral">{typeLabel(record.mimeType)}</Badge>
        {record.category && <Badge tone="info">{recordCategoryLabels[record.category]}</Badge>}
        {record.serviceDate && <span>Service on {showDay(record.serviceDate)}</span>}
        <ScanBadge record={record} />
        {record.isHeld && (
          <Badge tone="caution" icon="archive">
            On legal hold
          </Badge>
        )}
        <span>{showFileSize(record.fileSize)}</span>
        <Moment at={record.createdAt} />
        <span>{fullName(record.uploadedBy)}</span>
      </div>
      <ScanWords record={record} />
      {record.description && <p className={whole}>{record.description}</p>}
      {record.imageDescription && <p className={whole}>Image description: {record.imageDescription}</p>}
      {statement && <p className={about}>{statement}</p>}
      {record.removed.map((part) => (
        <p key={part} className={about}>
          {removals[part]}
        </p>
      ))}
    </li>
  )
}

/** One button to change the record; a menu if there are several ways. */
function EditButton({
  record,
  onDescribe,
  onEdit,
  onMove,
}: Pick<Props, 'record' | 'onDescribe' | 'onEdit' | 'onMove'>) {
  const ways = [
    onEdit && { id: 'facts', label: 'Edit Category and Service Date', icon: 'edit' as const, act: onEdit },
    record.isDescribable && {
      ...{ id: 'image', label: 'Edit Image Description', icon: 'note' as const, act: onDescribe },
    },
    onMove && {
      ...{ id: 'move', label: 'Move to Another Chart', icon: 'user' as const, act: onMove },
      ...(record.isHeld && { isDisabled: true, reason: HELD }),
    },
  ].filter((way) => way !== undefined && way !== false)
  const [first, second] = ways
  const label = `Edit ${record.fileName}`
  if (!first) return null
  if (!second)
    return <IconButton icon="edit" size="small" title={first.label} label={label} onClick={first.act} />
  return (
    <MenuButton
      icon="edit"
      size="small"
      label={label}
      items={ways}
      onAction={(id) => ways.find((way) => way.id === id)?.act()}
    />
  )
}
