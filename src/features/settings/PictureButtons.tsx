import { useRef } from 'react'
import { toast } from '#client/toast.ts'
import { useAction } from '#client/useAction.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { hiddenFile, line } from './Settings.css.ts'

const SetImage = graphql(`
  mutation PictureButtons_Set($input: SetProfileImageInput!) { setProfileImage(input: $input) { id profileImageUrl } }
`)
const RemoveImage = graphql(`
  mutation PictureButtons_Remove { removeProfileImage { id profileImageUrl } }
`)

/** Chooses or removes the user's own picture. */
export function PictureButtons({ hasPicture }: { hasPicture: boolean }) {
  const { run, pending } = useAction()
  const field = useRef<HTMLInputElement>(null)

  const change = {
    done() {
      // The page frame shows the picture too, and the server renders it.
      toast.carry({ title: 'Success', description: 'Profile updated successfully', tone: 'success' })
      location.reload()
    },
    fallback: 'Failed to update profile',
    onAnswer() {
      if (field.current) field.current.value = ''
    },
  }

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return
    const { scaledPicture } = await import('./scaledPicture.ts')
    const contentBase64 = await scaledPicture(file).catch(() => null)
    if (contentBase64 === null) return toast.failure('Error', 'Choose a PNG, JPEG or WebP picture')
    await run({ ...change, document: SetImage, variables: { input: { contentBase64 } }, key: 'set' })
  }

  return (
    <div className={line}>
      <input
        ref={field}
        className={hiddenFile}
        type="file"
        aria-label="Picture"
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      <Button size="small" icon="upload" isPending={pending === 'set'} onClick={() => field.current?.click()}>
        {hasPicture ? 'Change Picture' : 'Add Picture'}
      </Button>
      {hasPicture && (
        <Button
          size="small"
          isPending={pending === 'remove'}
          onClick={() => void run({ ...change, document: RemoveImage, variables: {}, key: 'remove' })}
        >
          Remove Picture
        </Button>
      )}
    </div>
  )
}
