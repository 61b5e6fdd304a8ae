import { useEffect, useRef } from 'react'
import { useSessionEnded } from '#client/session.ts'
import { toast } from '#client/toast.ts'
import { showFileSize } from '#domain/records/fileSize.ts'
import { typeLabel } from '#domain/records/fileTypes.ts'
import { imageText } from '#domain/records/imageText.ts'
import type { RecordRowFragment } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/buttonClass.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { Moment } from '../time/Moment.tsx'
import { DocumentFrame } from './DocumentFrame.tsx'
import { ScanBadge } from './RecordScan.tsx'
import { bar, facts, label, waiting } from './RecordViewer.css.ts'
import { NOT_SHOWN, pageFor } from './recordKinds.ts'

type Props = {
  patientId: string
  /** The current records. If the open one is removed or blocked, the viewer closes. */
  records: readonly RecordRowFragment[]
  recordId: string
  onMove: (recordId: string) => void
  onClose: () => void
}

/** Shows a record's document and details, with links to the next one. */
export function RecordViewer({ patientId, records, recordId, onMove, onClose }: Props) {
  const served = records.filter(({ isServed }) => isServed)
  const index = served.findIndex(({ id }) => id === recordId)
  const record = served[index]
  const hasEnded = useSessionEnded()
  const isGone = !record || hasEnded
  useEffect(() => {
    if (!isGone) return
    if (!hasEnded) toast.failure('Record closed', 'It was deleted or quarantined while it was open.')
    onClose()
  }, [isGone, hasEnded, onClose])
  const printer = useRef<(() => void) | null>(null)
  if (isGone) return null
  const address = `/api/patients/${patientId}/records/${record.id}`
  const kind = pageFor(record.mimeType)
  return (
    <Dialog title={record.fileName} description={<Facts record={record} />} size="tall" onClose={onClose}>
      <div className={bar}>
        <Neighbour icon="chevronLeft" label="Previous Record" record={served[index - 1]} onMove={onMove} />
        <Neighbour icon="chevronRight" label="Next Record" record={served[index + 1]} onMove={onMove} />
        <span className={label}>
          {index + 1} of {served.length}
        </span>
        {kind && (
          <Button icon="print" size="small" isIconOnPhone onClick={() => printer.current?.()}>
            Print
          </Button>
        )}
        <a
          href={`${address}/file`}
          download
          aria-label={`Download ${record.fileName}`}
          title="Download"
          className={buttonClass({ size: 'small', isSquare: true })}
          onClick={() => toast.success('Downloading', record.fileName)}
        >
          <Icon name="download" />
        </a>
      </div>
      {kind ? (
        <DocumentFrame
          key={record.id}
          kind={kind}
          address={`${address}/view`}
          name={record.fileName}
          alt={imageText(record)}
          mimeType={record.mimeType}
          printer={printer}
          onClose={onClose}
        />
      ) : (
        <div className={waiting}>
          <Banner tone="info">{NOT_SHOWN}</Banner>
        </div>
      )}
    </Dialog>
  )
}

function Facts({ record }: { record: RecordRowFragment }) {
  return (
    <span className={facts}>
      <Badge tone="neutral">{typeLabel(record.mimeType)}</Badge>
      <ScanBadge record={record} />
      <span>{showFileSize(record.fileSize)}</span>
      <Moment at={record.createdAt} />
      <span>{fullName(record.uploadedBy)}</span>
    </span>
  )
}

type NeighbourProps = {
  icon: 'chevronLeft' | 'chevronRight'
  label: string
  record: RecordRowFragment | undefined
  onMove: (recordId: string) => void
}

function Neighbour({ icon, label, record, onMove }: NeighbourProps) {
  return (
    <IconButton
      icon={icon}
      size="small"
      label={record ? `${label}: ${record.fileName}` : label}
      isDisabled={!record}
      onClick={() => record && onMove(record.id)}
    />
  )
}
