import { useState } from 'react'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { section } from '#ui/type.css.ts'
import { ApiKeys } from './ApiKeys.tsx'
import { CopyField } from './CopyField.tsx'
import { NewApiKey } from './NewApiKey.tsx'
import { part, row, word } from './Settings.css.ts'
import type { SystemStatus } from './settingsDocuments.ts'

type Props = { status: SystemStatus; onClose: () => void }

/** How other programs reach the clinic: the signing provider, its webhook, and the keys of programs. */
export function ConfigureApisDialog({ status, onClose }: Props) {
  const [isMaking, setMaking] = useState(false)
  if (isMaking) return <NewApiKey onClose={() => setMaking(false)} />
  return (
    <Dialog title="Configure APIs" size="wide" onClose={onClose}>
      <DialogBody>
        <Provider status={status} />
        <section className={part} aria-labelledby="api-keys">
          <h3 id="api-keys" className={section}>
            API Keys
          </h3>
          <ApiKeys />
        </section>
      </DialogBody>
      <DialogFoot>
        <Button variant="primary" icon="plus" onClick={() => setMaking(true)}>
          Create API Key
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function Provider({ status }: { status: SystemStatus }) {
  const isConfigured = status.parts.some(
    ({ name, state }) => name === 'docusign' && state !== 'not_configured',
  )
  return (
    <section className={part} aria-labelledby="e-signature">
      <h3 id="e-signature" className={section}>
        E-Signature
      </h3>
      <div>
        <div className={row}>
          <span>DocuSign</span>
          <Badge tone={isConfigured ? 'positive' : 'neutral'} icon={isConfigured ? 'check' : 'slash'}>
            {isConfigured ? 'Configured' : 'Not configured'}
          </Badge>
        </div>
        {!isConfigured && (
          <span className={word}>Patients sign on a page of this server, by a secret link.</span>
        )}
      </div>
      <CopyField
        label="Webhook Address"
        value={new URL('/api/webhooks/docusign', location.origin).href}
        description={
          isConfigured ? undefined : 'It answers once the server is started with the settings for DocuSign.'
        }
      />
    </section>
  )
}
