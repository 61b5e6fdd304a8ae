import { useRef } from 'react'
import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { toast } from '#client/toast.ts'
import { useAction } from '#client/useAction.ts'
import { NO_LOGO } from '#domain/clinic/logo.ts'
import { graphql } from '#generated/gql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { hiddenFile, line, logoGround, logoPicture } from './Settings.css.ts'

const clinicLogo = graphql(`
  query ClinicLogoDialog {
    clinicSettings { inForce { name } logo { url width height } }
  }
`)
const SetLogo = graphql(`
  mutation ClinicLogoDialog_Set($input: SetClinicLogoInput!) { setClinicLogo(input: $input) { logo { url } } }
`)
const RemoveLogo = graphql(`
  mutation ClinicLogoDialog_Remove { removeClinicLogo { logo { url } } }
`)

/** Shows, chooses or removes the logo that patients see. A change takes effect at once. */
export function ClinicLogoDialog({ onClose }: { onClose: () => void }) {
  const [{ data, error }, reload] = useQuery({ query: clinicLogo, requestPolicy: 'network-only' })
  const { run, pending } = useAction()
  const field = useRef<HTMLInputElement>(null)

  const change = (done: string) => ({
    done() {
      toast.success('Success', done)
      reload()
    },
    fallback: 'Failed to update the logo',
    onAnswer() {
      if (field.current) field.current.value = ''
    },
  })

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return
    const { scaledLogo } = await import('./scaledLogo.ts')
    const contentBase64 = await scaledLogo(file).catch(() => null)
    if (contentBase64 === null) return toast.failure('Error', NO_LOGO)
    await run({
      ...change('Logo updated successfully'),
      ...{ document: SetLogo, variables: { input: { contentBase64 } }, key: 'set' },
    })
  }

  const logo = data?.clinicSettings.logo
  return (
    <Dialog
      title="Clinic Logo"
      isGrowing
      description="Patients see the logo above your clinic’s name on the pages where they read and sign. E-mails have no pictures."
      onClose={onClose}
      isPending={pending !== null}
    >
      <DialogBody>
        {error && (
          <Banner tone="critical" isAlert>
            {errorMessage(error, 'The logo could not be loaded').message}
          </Banner>
        )}
        {!data && !error && <Skeleton />}
        {logo && (
          <div className={logoGround}>
            <img
              className={logoPicture}
              src={logo.url}
              alt={data.clinicSettings.inForce.name}
              width={logo.width}
              height={logo.height}
            />
          </div>
        )}
        {data && (
          <>
            <p>
              {logo
                ? 'The logo is on a white ground in light and dark mode.'
                : 'There is no logo yet. Choose a PNG or JPEG picture. A wide one with little space around it looks best.'}
            </p>
            <div className={line}>
              <input
                ref={field}
                className={hiddenFile}
                type="file"
                aria-label="Logo"
                accept="image/png,image/jpeg"
                onChange={(event) => void choose(event.target.files?.[0])}
              />
              <Button icon="upload" isPending={pending === 'set'} onClick={() => field.current?.click()}>
                {logo ? 'Change Logo' : 'Add Logo'}
              </Button>
              {logo && (
                <Button
                  isPending={pending === 'remove'}
                  onClick={() =>
                    void run({
                      ...change('Logo removed successfully'),
                      ...{ document: RemoveLogo, variables: {}, key: 'remove' },
                    })
                  }
                >
                  Remove Logo
                </Button>
              )}
            </div>
          </>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </Dialog>
  )
}
