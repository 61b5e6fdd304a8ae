import type {
  ClinicRules,
  ClinicSettings as Editable,
  LogoColumns,
  SetupDecisions,
} from '#domain/clinic/settings.ts'
import { rulesFrom } from '#domain/clinic/settings.ts'
import type { Notices } from '#infra/notices.ts'

/** The row of the clinic's settings. */
type Settings = Editable & LogoColumns & SetupDecisions & { holdsSampleData: boolean }

/** The clinic's settings, cached in this process. Reading them is free, and each request reads them once. */
export type ClinicSettings = {
  current: () => ClinicRules
  /** The values for settings that are not set. */
  standard: ClinicRules
  /** What administrators have set and decided; `null` if nothing. */
  set: () => Settings | null
  /** Reads the row again. Earlier writes are visible when this resolves. */
  refresh: () => Promise<void>
  /** Listens for changes of other processes and catches up after a lost connection. */
  follow: () => Promise<void>
}

type Parts = {
  db: { clinicSettings: { findUnique: (args: { where: { id: number } }) => PromiseLike<Settings | null> } }
  notices: Pick<Notices, 'listen'>
  standard: ClinicRules
  /** Called when a change could not be read. The cached values stay. */
  logFault: (error: unknown) => void
}

export function makeClinicSettings({ db, notices, standard, logFault }: Parts): ClinicSettings {
  let set: Settings | null = null
  let rules = standard
  // Of two concurrent reads the one started later wins, whichever answer comes last.
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
