import { showFileSize } from '#domain/records/fileSize.ts'
import { typeLabel } from '#domain/records/fileTypes.ts'
import type { DeletedRowFragment } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { MomentDay } from '../time/Moment.tsx'
import { about, actions, fileName, record as recordClass, whole } from './Records.css.ts'

/** A deleted file: who deleted it, when and why, and until when it can be restored. */
export function DeletedRow({ record, onRestore }: { record: DeletedRowFragment; onRestore: () => void }) {
  const { deletedAt, deletedBy, deleteReason, purgedAt } = record
  return (
    <li className={recordClass}>
      <span className={fileName}>{record.fileName}</span>
      <div className={actions}>
        {!purgedAt && (
          <IconButton
            icon="undo"
            size="small"
            title="Restore"
            label={`Restore ${record.fileName}`}
            onClick={onRestore}
          />
        )}
      </div>
      <div className={about}>
        <Badge tone="neutral">{typeLabel(record.mimeType)}</Badge>
        <span>{showFileSize(record.fileSize)}</span>
        {deletedAt && (
          <span>
            Deleted <MomentDay at={deletedAt} />
            {deletedBy && ` by ${fullName(deletedBy)}`}
          </span>
        )}
        <Purge record={record} />
      </div>
      <p className={whole}>{deleteReason ?? 'No reason given'}</p>
      {purgedAt && record.sha256 && <p className={about}>SHA-256 {record.sha256}</p>}
    </li>
  )
}

function Purge({ record: { purgesAt, purgedAt, isHeld } }: { record: DeletedRowFragment }) {
  if (purgedAt)
    return (
      <span>
        Purged <MomentDay at={purgedAt} />: the file was permanently deleted
      </span>
    )
  if (isHeld)
    return (
      <Badge tone="caution" icon="archive">
        On legal hold, not purged
      </Badge>
    )
  if (!purgesAt) return null
  return (
    <span>
      Will be purged <MomentDay at={purgesAt} />
    </span>
  )
}
