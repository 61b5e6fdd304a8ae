import { type ScanState, scanLabels, scanReasonTexts } from '#domain/records/scan.ts'
import type { RecordRowFragment } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import type { IconName } from '#ui/iconPaths.ts'
import type { Tone } from '#ui/theme.css.ts'
import { Moment } from '../time/Moment.tsx'
import { about, refused } from './Records.css.ts'

const looks: Record<ScanState, { tone: Tone; icon: IconName }> = {
  waiting: { tone: 'info', icon: 'clock' },
  clean: { tone: 'positive', icon: 'shield' },
  infected: { tone: 'critical', icon: 'alert' },
  not_scanned: { tone: 'caution', icon: 'slash' },
}

type Props = { record: RecordRowFragment }

/** The malware scan result of a file as a badge. */
export function ScanBadge({ record: { scanState } }: { record: { scanState: ScanState } }) {
  const { tone, icon } = looks[scanState]
  return (
    <Badge tone={tone} icon={icon}>
      {scanLabels[scanState]}
    </Badge>
  )
}

/** Details of the scan result: the reason, the time and the consequences for the file. */
export function ScanWords({ record }: Props) {
  const { scanState, scanReason, scanFinding, scanTrouble, scannedAt } = record
  if (scanState === 'infected')
    return (
      <p className={refused}>
        Harmful software was found in this file ({scanFinding}). The file is quarantined and cannot be opened.
      </p>
    )
  const trouble = scanTrouble && `${scanTrouble}. Caseload will try again automatically.`
  if (scanState === 'waiting')
    return <p className={about}>{trouble ?? 'It can be opened once it has been scanned.'}</p>
  if (scanState === 'not_scanned')
    return <p className={about}>{trouble ?? (scanReason && scanReasonTexts[scanReason])}</p>
  return (
    <p className={about}>
      {scannedAt && (
        <span>
          No harmful software found on <Moment at={scannedAt} />
        </span>
      )}
      {trouble && <span>{trouble}</span>}
    </p>
  )
}
