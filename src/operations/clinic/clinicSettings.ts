import type { ClinicRules, ClinicSettings as Settings } from '#domain/clinic/settings.ts'
import { rulesFrom } from '#domain/clinic/settings.ts'
import type { Database } from '#infra/database.ts'
import type { Notices } from '#infra/notices.ts'

/** What the clinic is run by, as this process has it in mind: asking costs nothing, and each request asks once. */
export type ClinicSettings = {
  current: () => ClinicRules
  /** What holds where nothing is set. */
  standard: ClinicRules
  /** What an administrator has set; `null` for nothing at all. */
  set: () => Settings | null
  /** Reads the row again: what was written before is known once this is done. */
  refresh: () => Promise<void>
  /** From now on hears of what other processes set, at once; a connection that was lost is made up for. */
  follow: () => Promise<void>
}

type Parts = {
  db: Database
  notices: Notices
  standard: ClinicRules
  /** Hears of what kept a change from being read; what was known holds on. */
  logFault: (error: unknown) => void
}

export function makeClinicSettings({ db, notices, standard, logFault }: Parts): ClinicSettings {
  let set: Settings | null = null
  let rules = standard
  // Of two that read at once the one begun later counts, whichever answer comes last; until it comes, the other does.
  let begun = 0
  let counted = 0

  async function refresh(): Promise<void> {
    begun += 1
    const own = begun
    const row = await db.clinicSettings.findUnique({ where: { id: 1 } })
    if (own < counted) return
    counted = own
    set = row
    rules = rulesFrom(row, standard)
  }

  return {
    current: () => rules,
    standard,
    set: () => set,
    refresh,
    follow: async () => {
      await notices.listen(({ kind }) => {
        if (kind === 'clinic_settings' || kind === 'missed') refresh().catch(logFault)
      })
      await refresh()
    },
  }
}
