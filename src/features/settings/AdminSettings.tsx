import { useState } from 'react'
import { paths } from '#domain/access/screens.ts'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { onIntent } from '#ui/intent.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { line } from './Settings.css.ts'

const loadApis = () => import('./ConfigureApisDialog.tsx')
const loadClinic = () => import('./ClinicSettingsDialog.tsx')
const loadOutbox = () => import('./OutboxDialog.tsx')
const loadHolds = () => import('../legalHolds/LegalHoldsDialog.tsx')
const loadData = () => import('../reports/ExportDataDialog.tsx')
const ConfigureApis = lazy(() => loadApis().then((one) => one.ConfigureApisDialog))
const ClinicSettings = lazy(() => loadClinic().then((one) => one.ClinicSettingsDialog))
const Outbox = lazy(() => loadOutbox().then((one) => one.OutboxDialog))
const LegalHolds = lazy(() => loadHolds().then((one) => one.LegalHoldsDialog))
const ExportData = lazy(() => loadData().then((one) => one.ExportDataDialog))

/** The settings for administrators. */
export function AdminSettings({ email }: { email: string }) {
  const [open, setOpen] = useState<'apis' | 'clinic' | 'data' | 'holds' | 'outbox' | null>(null)
  const onClose = () => setOpen(null)
  return (
    <Card>
      <CardHead title="Admin Settings" />
      <CardBody>
        <div className={line}>
          <ButtonLink href={paths.users} icon="people">
            Manage Users
          </ButtonLink>
          <ButtonLink href={paths.consentTemplates} icon="file">
            Consent Templates
          </ButtonLink>
          <ButtonLink href={paths.importPatients} icon="upload">
            Import Patients
          </ButtonLink>
          <Button icon="download" {...onIntent(loadData)} onClick={() => setOpen('data')}>
            Export Data
          </Button>
          <Button icon="key" {...onIntent(loadApis)} onClick={() => setOpen('apis')}>
            Configure APIs
          </Button>
          <Button icon="gear" {...onIntent(loadClinic)} onClick={() => setOpen('clinic')}>
            Clinic Settings
          </Button>
          <Button icon="mail" {...onIntent(loadOutbox)} onClick={() => setOpen('outbox')}>
            Failed Mail
          </Button>
          <Button icon="archive" {...onIntent(loadHolds)} onClick={() => setOpen('holds')}>
            Legal Holds
          </Button>
        </div>
      </CardBody>
      {open && (
        <OnDemand>
          {open === 'apis' && <ConfigureApis onClose={onClose} />}
          {open === 'clinic' && <ClinicSettings onClose={onClose} />}
          {open === 'outbox' && <Outbox onClose={onClose} />}
          {open === 'holds' && <LegalHolds onClose={onClose} />}
          {open === 'data' && <ExportData email={email} onClose={onClose} />}
        </OnDemand>
      )}
    </Card>
  )
}
