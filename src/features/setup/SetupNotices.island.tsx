import { useQuery } from 'urql'
import type { Frame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { paths } from '#domain/access/screens.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardHead } from '#ui/Card.tsx'
import { small } from '#ui/type.css.ts'
import { SetupSteps } from './SetupSteps.tsx'
import { notices } from './setup.css.ts'
import { clinicSetupQuery, type Setup } from './setupDocuments.ts'
import { useEditSetup } from './useEditSetup.ts'

export { clinicSetupQuery }

/** What administrators still have to do or choose, at the top of the dashboard. The page loads it only if there is something. */
export function SetupNotices({ frame }: { frame: Frame }) {
  return (
    <Island frame={frame}>
      <Notices />
    </Island>
  )
}

function Notices() {
  const [{ data }] = useQuery({ query: clinicSetupQuery })
  const setup = data?.clinicSetup
  if (!setup?.isShown && !setup?.isOpenByUpgrade) return null
  return (
    <div className={notices}>
      {setup.isOpenByUpgrade && <OpenRecords />}
      {setup.isShown && <Checklist steps={setup.steps} />}
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
  const { dismiss, markReviewed, isDismissing, isMarking } = useEditSetup()
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Card>
      <CardHead title="Set Up Your Clinic">
        <span className={small}>
          {done} of {steps.length} done
        </span>
        <Button
          size="small"
          isPending={isDismissing}
          onClick={() => dismiss('The checklist is now in Settings, under Set Up Clinic.')}
        >
          Dismiss Checklist
        </Button>
      </CardHead>
      <SetupSteps
        steps={steps}
        isMarking={isMarking}
        onReviewed={() => markReviewed('Consent form marked as reviewed')}
      />
    </Card>
  )
}
