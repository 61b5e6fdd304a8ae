import { useState } from 'react'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { describeImageInput, IMAGE_DESCRIPTION_MAX } from '#domain/records/inputs.ts'
import type { RecordRowFragment } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { charactersIn } from '#ui/charactersIn.ts'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { describeImage } from './recordDocuments.ts'

type Props = { patientId: string; record: RecordRowFragment; onClose: () => void }

/** Edits what an image shows, for users who cannot see it. */
export function DescribeImageDialog({ patientId, record, onClose }: Props) {
  const [imageDescription, setImageDescription] = useState(record.imageDescription ?? '')
  const { submit, errors, isPending } = useSubmit({
    document: describeImage,
    input: describeImageInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to save the image description',
    onDone() {
      toast.success('Success', 'Image description saved successfully')
      onClose()
    },
  })
  return (
    <Dialog
      title="Edit Image Description"
      description={record.fileName}
      onClose={onClose}
      isPending={isPending}
    >
      <Form
        validationErrors={errors}
        onSubmit={() => void submit({ patientId, recordId: record.id, imageDescription })}
      >
        <DialogBody>
          <TextArea
            name="imageDescription"
            label="What the Image Shows"
            description="For people who cannot see it. Screen readers read this text instead of the file name."
            rows={3}
            autoFocus
            value={imageDescription}
            onChange={setImageDescription}
            counter={`${charactersIn(imageDescription)}/${IMAGE_DESCRIPTION_MAX}`}
          />
        </DialogBody>
        <DialogFoot>
          <DialogClose>Cancel</DialogClose>
          <Button type="submit" variant="primary" isPending={isPending}>
            Save Image Description
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
