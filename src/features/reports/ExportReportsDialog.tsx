import { useEffect, useRef, useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { type Progress, SaveFailed, saveTable } from '#client/saveTable.ts'
import { toast } from '#client/toast.ts'
import { isPatientStatus, statusLabel } from '#domain/patients/status.ts'
import { showFileSize } from '#domain/records/fileSize.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { NativeDate } from '#ui/NativeDate.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { small } from '#ui/type.css.ts'
import { ConsentFunnelChart } from './ConsentFunnelChart.tsx'
import { ReportPaper } from './ReportPaper.tsx'
import { type Days, listFilters, type ReportName, reportPath, reports } from './reportAddress.ts'
import { choices } from './reports.css.ts'
import { usePrintReport } from './usePrintReport.ts'

/** Exports what the user may see, as CSV or on paper. */
export function ExportReportsDialog({ onClose }: { onClose: () => void }) {
  const { role } = useFrame().viewer
  const [report, setReport] = useState<ReportName>('patients')
  const [days, setDays] = useState<Days>({ fromDay: '', toDay: '' })
  const { progress, save, cancel } = useSaving()
  const { print, printed, isPending, forget } = usePrintReport()
  const isSaving = progress !== undefined
  const choose = (name: keyof Days) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setDays((was) => ({ ...was, [name]: value }))
  }

  return (
    <Dialog
      title="Export Reports"
      description="A report includes only data that you can see. The export is recorded."
      size="wide"
      onClose={onClose}
      isPending={isSaving}
    >
      <DialogBody>
        <div className={choices}>
          <NativeSelect
            label="Report"
            options={reports.filter((one) => role === 'attorney' || !('isForAttorneys' in one))}
            value={report}
            disabled={isSaving}
            onChange={(event) => setReport(event.currentTarget.value as ReportName)}
          />
          <NativeDate label="From" value={days.fromDay} onChange={choose('fromDay')} disabled={isSaving} />
          <NativeDate label="To" value={days.toDay} onChange={choose('toDay')} disabled={isSaving} />
        </div>
        <p className={small}>{scopeText(report)}</p>
        {report === 'consents' && <ConsentFunnelChart days={days} />}
        <p role="status" className={small}>
          {progress &&
            `${progress.rows.toLocaleString('en-US')} rows, ${showFileSize(progress.bytes)} so far...`}
        </p>
      </DialogBody>
      <DialogFoot>
        {isSaving ? (
          <Button onClick={cancel}>Cancel Export</Button>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )}
        <Button
          icon="file"
          isPending={isPending}
          isDisabled={isSaving}
          onClick={() => void print(report, days)}
        >
          Print
        </Button>
        <Button
          variant="primary"
          icon="download"
          isPending={isSaving}
          onClick={() => void save(reportPath(report, days))}
        >
          Export CSV
        </Button>
      </DialogFoot>
      {printed && <ReportPaper printed={printed} onPrinted={forget} />}
    </Dialog>
  )
}

/** Saves one report at a time and cancels it when the dialog closes. */
function useSaving() {
  const [progress, setProgress] = useState<Progress>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function save(path: string): Promise<void> {
    const controller = new AbortController()
    running.current = controller
    setProgress({ rows: 0, bytes: 0 })
    try {
      const isSaved = await saveTable(path, { signal: controller.signal, onProgress: setProgress })
      if (isSaved) toast.success('Success', 'Report exported')
    } catch (error) {
      toast.failure('Error', error instanceof SaveFailed ? error.message : 'The report could not be exported')
    }
    setProgress(undefined)
  }

  return { progress, save, cancel: () => running.current?.abort() }
}

function scopeText(report: ReportName): string {
  if (report === 'consents')
    return 'Patients added in this period, with the number of days until they signed.'
  if (report === 'tasks') return 'Tasks created in this period.'
  if (report === 'appointments') return 'Appointments in this period.'
  if (report === 'work-product') return 'Notes that only you can read, written in this period.'
  const { status, search } = listFilters()
  const narrowed = [
    isPatientStatus(status) && `with the status ${statusLabel(status)}`,
    search && `found by “${search}”`,
  ].filter(Boolean)
  if (narrowed.length > 0) return `Patients ${narrowed.join(' and ')} added in this period, as in the list.`
  return 'Patients added in this period, except dropped patients.'
}
