import { useEffect, useRef, useState } from 'react'
import { changeAddress } from '#client/address.ts'
import { type Sending, sendForm } from '#client/sendForm.ts'
import { IMPORT_FILE_MAX } from '#domain/imports/patientImport.ts'
import { showFileSize } from '#domain/records/fileSize.ts'
import { Progress } from '#ui/Bar.tsx'
import { Button } from '#ui/Button.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { small } from '#ui/type.css.ts'
import { end, name, part } from './Imports.css.ts'

const words = { refused: 'The file could not be uploaded', fallback: 'The file could not be uploaded' }

/** Uploads the file. The next step has its own URL, so that users can come back to it. */
export function NewImport() {
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState(0)
  const [problem, setProblem] = useState<string>()
  const sending = useRef<Sending>(null)
  useEffect(() => () => sending.current?.cancel(), [])

  async function upload(chosen: File): Promise<void> {
    setProblem(undefined)
    if (chosen.size > IMPORT_FILE_MAX) {
      setProblem(
        `This file has ${showFileSize(chosen.size)}, but the limit is ${showFileSize(IMPORT_FILE_MAX)}`,
      )
      return
    }
    setShare(0)
    setFile(chosen)
    const form = new FormData()
    form.append('file', chosen)
    sending.current = sendForm('/api/patient-imports', form, setShare, words)
    const outcome = await sending.current.outcome
    setFile(null)
    if (outcome.kind === 'refused') setProblem([outcome.message, outcome.detail].filter(Boolean).join('. '))
    if (outcome.kind === 'done') changeAddress({ import: (outcome.answer as { id: string }).id })
  }

  return (
    <div className={part}>
      <FileDrop
        label="File of patients"
        buttonLabel="Choose File"
        accept={['.csv', '.txt', '.tsv']}
        isSingle
        isDisabled={file !== null}
        error={problem}
        onFiles={([chosen]) => void (chosen && upload(chosen))}
      >
        or drop or paste it here. CSV with column names in the first line, at most{' '}
        {showFileSize(IMPORT_FILE_MAX)}.
      </FileDrop>
      {file && (
        <div className={part}>
          <span>
            <span className={name}>{file.name}</span>{' '}
            <span className={small}>{share < 1 ? 'is being uploaded' : 'is being read'}</span>
          </span>
          <Progress share={share} label={`Uploaded of ${file.name}`} />
          <div className={end}>
            <Button size="small" onClick={() => sending.current?.cancel()}>
              Cancel Upload
            </Button>
          </div>
        </div>
      )}
      <p className={small}>
        The file is stored encrypted. It is deleted after the import, if you cancel, or after one day. You can
        review the results before any patient is added.
      </p>
    </div>
  )
}
