import { useFrame } from '#client/frame.ts'
import { accountingPath } from '#domain/access/screens.ts'
import { clinicDay, showDay } from '#domain/dates.ts'
import { Banner } from '#ui/Banner.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'

type Props = { patient: { id: string; accountingDueOn?: string | null } }

/** Shows on the chart that the patient waits for the accounting of disclosures. */
export function AccountingDue({ patient: { id, accountingDueOn } }: Props) {
  const { now, timeZone } = useFrame()
  if (!accountingDueOn) return null
  const isOverdue = accountingDueOn < clinicDay(now, timeZone)
  return (
    <Banner
      tone={isOverdue ? 'critical' : 'info'}
      title={
        isOverdue
          ? `Accounting of disclosures overdue since ${showDay(accountingDueOn)}`
          : `Accounting of disclosures due on ${showDay(accountingDueOn)}`
      }
      action={
        <ButtonLink size="small" href={accountingPath(id)}>
          Open Accounting
        </ButtonLink>
      }
    >
      <p>The patient asked for it.</p>
    </Banner>
  )
}
