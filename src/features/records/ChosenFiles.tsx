import { showFileSize } from '#domain/records/fileSize.ts'
import { isImage } from '#domain/records/imageText.ts'
import { IMAGE_DESCRIPTION_MAX } from '#domain/records/inputs.ts'
import { Progress } from '#ui/Bar.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { about, actions, fileName, list, record, refused, whole } from './Records.css.ts'
import type { Chosen } from './useUploads.ts'

type Props = {
  chosen: readonly Chosen[]
  isSending: boolean
  onRetry: (key: string) => void
  onRemove: (key: string) => void
  /** Offers a description for each image, before it is uploaded. */
  onDescribe?: (key: string, imageDescription: string) => void
}

/** The files of an upload with their progress. */
export function ChosenFiles({ chosen, isSending, onRetry, onRemove, onDescribe }: Props) {
  if (chosen.length === 0) return null
  return (
    <ul role="list" aria-label="Files" className={list}>
      {chosen.map(({ key, file, state, share, imageDescription, refusal, note }) => (
        <li key={key} className={record}>
          <span className={fileName}>{file.name}</span>
          <div className={actions}>
            {state === 'refused' && (
              <Button
                size="small"
                isDisabled={isSending}
                aria-label={`Retry ${file.name}`}
                onClick={() => onRetry(key)}
              >
                Retry
              </Button>
            )}
            {state === 'done' ? (
              <Icon name="check" />
            ) : (
              <IconButton
                icon="close"
                size="small"
                title={state === 'sending' ? 'Cancel' : 'Remove'}
                label={`${state === 'sending' ? 'Cancel' : 'Remove'} ${file.name}`}
                onClick={() => onRemove(key)}
              />
            )}
          </div>
          <div className={about}>
            <span>{showFileSize(file.size)}</span>
            <span>{wordOf(state, share)}</span>
          </div>
          {state === 'sending' && (
            <div className={whole}>
              <Progress share={share} label={`Uploading ${file.name}`} />
            </div>
          )}
          {onDescribe && isImage(file.type) && state !== 'done' && (
            <div className={whole}>
              <TextField
                label={`What ${file.name} Shows`}
                description="Optional. For people who cannot see the image."
                maxLength={IMAGE_DESCRIPTION_MAX}
                isDisabled={isSending}
                value={imageDescription}
                onChange={(text) => onDescribe(key, text)}
              />
            </div>
          )}
          {state === 'refused' && <div className={refused}>{refusal?.message}</div>}
          {note && <div className={whole}>{note}</div>}
        </li>
      ))}
    </ul>
  )
}

function wordOf(state: Chosen['state'], share: number): string {
  if (state === 'done') return 'Uploaded'
  if (state === 'sending') return share < 1 ? `${Math.floor(share * 100)}%` : 'Checking…'
  return ''
}
