import { useFrame } from '#client/frame.ts'
import { paths, statusPath } from '#domain/access/screens.ts'
import { medianDaysInWords } from '#domain/amount.ts'
import { daysBetween, showAge } from '#domain/dates.ts'
import type { DashboardQuery } from '#generated/graphql.ts'
import { Stat, StatRow } from '#ui/Stat.tsx'

type Stats = DashboardQuery['dashboardStats']

/** The four figures with their trends. Each links to the list that it counts. */
export function Figures({ stats }: { stats: Stats | undefined }) {
  const frame = useFrame()
  const words = stats && wordsOf(stats.trends, frame)
  return (
    <StatRow label="Caseload">
      <Stat label="Total Patients" value={stats?.totalPatients} href={paths.patients} aside={words?.added} />
      <Stat
        label="Pending Consent"
        value={stats?.pendingConsent}
        href={statusPath('pending_consent')}
        aside={words?.oldest}
      />
      <Stat
        label="Consent Signed"
        value={stats?.consentSigned}
        href={statusPath('consent_signed')}
        aside={words?.toSign}
      />
      <Stat label="Schedulable" value={stats?.schedulable} href={statusPath('schedulable')} />
    </StatRow>
  )
}

/** The trend texts; false or empty if there is nothing to say. */
function wordsOf(
  { addedThisWeek, oldestPendingSince, medianDaysToSign }: Stats['trends'],
  { now, timeZone }: ReturnType<typeof useFrame>,
) {
  return {
    added: addedThisWeek > 0 && `+${addedThisWeek} this week`,
    oldest:
      oldestPendingSince &&
      daysBetween(oldestPendingSince, now, timeZone) > 0 &&
      `oldest ${showAge(oldestPendingSince, now, timeZone)}`,
    toSign: medianDaysToSign != null && `median ${medianDaysInWords(medianDaysToSign)} to sign`,
  }
}
