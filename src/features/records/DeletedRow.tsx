import { showFileSize } from '#domain/records/fileSize.ts'
import { typeLabel } from '#domain/records/fileTypes.ts'
import type { DeletedRowFragment } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { MomentDay } from '../time/Moment.tsx'
import { about, actions, fileName, record as recordClass, whole } from './Records.css.ts'

/** One deleted file: who took it out of sight, when and why, and the way back. */
export function DeletedRow({ record, onRestore }: { record: DeletedRowFragment; onRestore: () => void }) {
  const { deletedAt, deletedBy, deleteReason } = record
  return (
    <li className={recordClass}>
      <span className={fileName}>{record.fileName}</span>
      <div className={actions}>
        <IconButton
          icon="undo"
          size="small"
          title="Restore"
          label={`Restore ${record.fileName}`}
          onClick={onRestore}
        />
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
      </div>
      <p className={whole}>{deleteReason ?? 'No reason was given'}</p>
    </li>
  )
}
