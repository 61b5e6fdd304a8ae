const NAME = /^caseload-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/

/** The name of a backup that is made now, in UTC. */
export const backupName = (now: Date): string =>
  `caseload-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

/** When the backup with this name was made, in milliseconds since 1970; `null` for the names of other files. */
export function madeAt(name: string): number | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  const at = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(at) ? null : at
}
