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

const loadApis = () => import('./ConfigureApisDialog.tsx')
const loadSetup = () => import('../setup/SetupDialog.tsx')
const loadClinic = () => import('./ClinicSettingsDialog.tsx')
const loadLogo = () => import('./ClinicLogoDialog.tsx')
const loadBeforeConsent = () => import('./RecordsBeforeConsentDialog.tsx')
const loadOutbox = () => import('./OutboxDialog.tsx')
const loadHolds = () => import('../legalHolds/LegalHoldsDialog.tsx')
const loadData = () => import('../reports/ExportDataDialog.tsx')
const ConfigureApis = lazy(() => loadApis().then((one) => one.ConfigureApisDialog))
const ClinicSettings = lazy(() => loadClinic().then((one) => one.ClinicSettingsDialog))
const ClinicLogo = lazy(() => loadLogo().then((one) => one.ClinicLogoDialog))
const Setup = lazy(() => loadSetup().then((one) => one.SetupDialog))
const BeforeConsent = lazy(() => loadBeforeConsent().then((one) => one.RecordsBeforeConsentDialog))
const Outbox = lazy(() => loadOutbox().then((one) => one.OutboxDialog))
const LegalHolds = lazy(() => loadHolds().then((one) => one.LegalHoldsDialog))
const ExportData = lazy(() => loadData().then((one) => one.ExportDataDialog))

const loads = {
  data: loadData,
  apis: loadApis,
  clinic: loadClinic,
  logo: loadLogo,
  setup: loadSetup,
  records: loadBeforeConsent,
  outbox: loadOutbox,
  holds: loadHolds,
}

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
              {...onIntent(loads[name])}
              onClick={() => setOpen(name)}
            >
              {adminDialogs[name].label}
            </Button>
          ))}
        </div>
      </CardBody>
      {open && (
        <OnDemand>
          {open === 'apis' && <ConfigureApis onClose={onClose} />}
          {open === 'clinic' && <ClinicSettings onClose={onClose} />}
          {open === 'logo' && <ClinicLogo onClose={onClose} />}
          {open === 'setup' && <Setup onClose={onClose} />}
          {open === 'records' && <BeforeConsent onClose={onClose} />}
          {open === 'outbox' && <Outbox onClose={onClose} />}
          {open === 'holds' && <LegalHolds onClose={onClose} />}
          {open === 'data' && <ExportData onClose={onClose} />}
        </OnDemand>
      )}
    </Card>
  )
}
