import { useEffect, useState } from 'react'
import { changeAddress } from '#client/address.ts'
import { paths } from '#domain/access/screens.ts'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { onIntent } from '#ui/intent.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { line } from './Settings.css.ts'
import { type AdminDialogName, adminDialogs, isAdminDialog, OPENED } from './settingsSections.ts'

const dialogs = {
  apis: lazy(() => import('./ConfigureApisDialog.tsx').then((one) => one.ConfigureApisDialog)),
  webhooks: lazy(() => import('./WebhooksDialog.tsx').then((one) => one.WebhooksDialog)),
  clinic: lazy(() => import('./ClinicSettingsDialog.tsx').then((one) => one.ClinicSettingsDialog)),
  logo: lazy(() => import('./ClinicLogoDialog.tsx').then((one) => one.ClinicLogoDialog)),
  setup: lazy(() => import('../setup/SetupDialog.tsx').then((one) => one.SetupDialog)),
  records: lazy(() =>
    import('./RecordsBeforeConsentDialog.tsx').then((one) => one.RecordsBeforeConsentDialog),
  ),
  outbox: lazy(() => import('./OutboxDialog.tsx').then((one) => one.OutboxDialog)),
  holds: lazy(() => import('../legalHolds/LegalHoldsDialog.tsx').then((one) => one.LegalHoldsDialog)),
  requests: lazy(() =>
    import('../patientRequests/PatientRequestsDialog.tsx').then((one) => one.PatientRequestsDialog),
  ),
  data: lazy(() => import('../reports/ExportDataDialog.tsx').then((one) => one.ExportDataDialog)),
  documents: lazy(() => import('../reports/ExportDataDialog.tsx').then((one) => one.ExportDocumentsDialog)),
} satisfies Record<AdminDialogName, unknown>

/** The settings for administrators. A URL can open one of the dialogs. */
export function AdminSettings() {
  const [open, setOpen] = useState<AdminDialogName | null>(null)
  useEffect(() => {
    const named = new URLSearchParams(location.search).get(OPENED)
    if (isAdminDialog(named)) setOpen(named)
  }, [])
  const onClose = () => {
    setOpen(null)
    changeAddress({ [OPENED]: null }, { replace: true })
  }
  const Opened = open && dialogs[open]
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
          {(Object.keys(adminDialogs) as AdminDialogName[]).map((name) => (
            <Button
              key={name}
              icon={adminDialogs[name].icon}
              {...onIntent(dialogs[name].load)}
              onClick={() => setOpen(name)}
            >
              {adminDialogs[name].label}
            </Button>
          ))}
        </div>
      </CardBody>
      {Opened && (
        <OnDemand>
          <Opened onClose={onClose} />
        </OnDemand>
      )}
    </Card>
  )
}
