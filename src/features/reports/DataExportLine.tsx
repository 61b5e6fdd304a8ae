import { isUnderWay } from '#domain/exports/dataExport.ts'
import { showFileSize } from '#domain/records/fileSize.ts'
import type { DataExportsQuery } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import type { IconName } from '#ui/iconPaths.ts'
import type { Tone } from '#ui/theme.css.ts'
import { small } from '#ui/type.css.ts'
import { Moment } from '../time/Moment.tsx'
import { hashText, line, meter } from './reports.css.ts'

export type DataExport = DataExportsQuery['dataExports'][number]

const looks: Record<DataExport['state'], { tone: Tone; icon: IconName; label: string }> = {
  waiting: { tone: 'info', icon: 'clock', label: 'Waiting' },
  running: { tone: 'info', icon: 'refresh', label: 'In progress' },
  ready: { tone: 'positive', icon: 'check', label: 'Ready' },
  failed: { tone: 'critical', icon: 'alert', label: 'Failed' },
  cancelled: { tone: 'neutral', icon: 'slash', label: 'Cancelled' },
  removed: { tone: 'neutral', icon: 'trash', label: 'Removed' },
}

/** An export with its progress and actions. */
export function DataExportLine({ dataExport, onCancel }: { dataExport: DataExport; onCancel: () => void }) {
  const { id, patientId, state, percent, bytes, sha256, error, createdAt, expiresAt, requestedBy } =
    dataExport
  const { tone, icon, label } = looks[state]
  return (
    <li className={line}>
      <div>
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>{' '}
        <span className={small}>
          <Moment at={createdAt} /> by {requestedBy.firstName} {requestedBy.lastName}
          {patientId && ', about one patient'}
          {bytes != null && `, ${showFileSize(bytes)}`}
          {state === 'ready' && expiresAt && (
            <>
              , available until <Moment at={expiresAt} />
            </>
          )}
        </span>
        {isUnderWay(state) && (
          <progress className={meter} aria-label="Written" max={100} value={percent}>
            {percent} %
          </progress>
        )}
        {error && <p className={small}>{error}</p>}
        {state === 'ready' && (
          <p className={small}>
            SHA-256 <span className={hashText}>{sha256}</span>
          </p>
        )}
      </div>
      {isUnderWay(state) && (
        <Button size="small" onClick={onCancel}>
          Cancel Export
        </Button>
      )}
      {state === 'ready' && (
        <ButtonLink size="small" icon="download" href={`/api/data-exports/${id}/file`} download>
          Download
        </ButtonLink>
      )}
    </li>
  )
}
