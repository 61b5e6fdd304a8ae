import { useRef, useState } from 'react'
import { useClient } from 'urql'
import type { errorMessage } from '#client/errorMessage.ts'
import { toast, toastFailure } from '#client/toast.ts'

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
  const client = useClient()
  const field = useRef<HTMLInputElement>(null)
  const [pending, setPending] = useState<'set' | 'remove' | null>(null)

  async function run(
    what: 'set' | 'remove',
    change: () => Promise<{ error?: Parameters<typeof errorMessage>[0] | undefined }>,
  ): Promise<void> {
    if (pending) return
    setPending(what)
    const { error } = await change()
    setPending(null)
    if (field.current) field.current.value = ''
    if (error) return toastFailure(error, 'Failed to update profile')
    // The page frame shows the picture too, and the server renders it.
    toast.carry({ title: 'Success', description: 'Profile updated successfully', tone: 'success' })
    location.reload()
  }

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return
    const { scaledPicture } = await import('./scaledPicture.ts')
    const contentBase64 = await scaledPicture(file).catch(() => null)
    if (contentBase64 === null) return toast.failure('Error', 'Choose a PNG, JPEG or WebP picture')
    await run('set', () => client.mutation(SetImage, { input: { contentBase64 } }).toPromise())
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
          onClick={() => void run('remove', () => client.mutation(RemoveImage, {}).toPromise())}
        >
          Remove Picture
        </Button>
      )}
    </div>
  )
}
