import { paths } from '#domain/access/screens.ts'
import { Banner } from '#ui/Banner.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardHead } from '#ui/Card.tsx'
import { small } from '#ui/type.css.ts'
import { SetupSteps } from './SetupSteps.tsx'
import { notices } from './setup.css.ts'
import type { Setup } from './setupDocuments.ts'

/**
 * The open steps and choices of administrators, at the top of the dashboard. They have only links and are not hydrated,
 * because the dashboard's script is at its size limit. Settings has the same checklist with its buttons.
 */
export function SetupNotices({ setup: { isOpenByUpgrade, isShown, steps } }: { setup: Setup }) {
  if (!isOpenByUpgrade && !isShown) return null
  return (
    <div className={notices}>
      {isOpenByUpgrade && <OpenRecords />}
      {isShown && <Checklist steps={steps} />}
    </div>
  )
}

/** Shown until an administrator chooses. */
const OpenRecords = () => (
  <Banner
    tone="caution"
    title="Attorneys can see records before patients sign"
    action={
      <ButtonLink size="small" href={`${paths.settings}?open=records`}>
        Choose Access
      </ButtonLink>
    }
  >
    This clinic keeps the rule of the earlier version. An assigned attorney can see a patient’s records and
    injury description before the patient signs a form. Decide whether to keep this rule. After a signature,
    only the attorneys whom the form names have access.
  </Banner>
)

function Checklist({ steps }: { steps: Setup['steps'] }) {
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Card>
      <CardHead title="Set Up Your Clinic">
        <span className={small}>
          {done} of {steps.length} done
        </span>
        <ButtonLink size="small" href={`${paths.settings}?open=setup`}>
          Edit Checklist
        </ButtonLink>
      </CardHead>
      <SetupSteps steps={steps} />
    </Card>
  )
}
