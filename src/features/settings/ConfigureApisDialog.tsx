import { useState } from 'react'
import { paths } from '#domain/access/screens.ts'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { section } from '#ui/type.css.ts'
import { ApiKeys, type Key } from './ApiKeys.tsx'
import { KeyDocumentsDialog } from './KeyDocumentsDialog.tsx'
import { NewApiKey } from './NewApiKey.tsx'
import { part } from './Settings.css.ts'
import { SigningSetup } from './SigningSetup.tsx'

type Props = { onClose: () => void }

/** The connections to other programs: the signing provider, its webhook, and API keys. */
export function ConfigureApisDialog({ onClose }: Props) {
  const [isMaking, setMaking] = useState(false)
  const [listed, setListed] = useState<Key | null>(null)
  if (listed) return <KeyDocumentsDialog apiKey={listed} onClose={() => setListed(null)} />
  if (isMaking) return <NewApiKey onClose={() => setMaking(false)} />
  return (
    <Dialog title="Configure APIs" size="wide" isSteady onClose={onClose}>
      <DialogBody>
        <SigningSetup />
        <section className={part} aria-labelledby="api-keys">
          <h3 id="api-keys" className={section}>
            API Keys
          </h3>
          <ApiKeys onDocuments={setListed} />
        </section>
      </DialogBody>
      <DialogFoot>
        <ButtonLink href={paths.apiReference}>API Reference</ButtonLink>
        <Button variant="primary" icon="plus" onClick={() => setMaking(true)}>
          Create API Key
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
