const DAY = 86_400_000

/** Days for which a deleted record is kept by default: six years, with at most two leap years. */
export const KEEP_DELETED_DAYS = 2192

/** When a deleted record may be purged. */
export const purgesAt = (deletedAt: Date, keepDeletedDays: number): Date =>
  new Date(deletedAt.getTime() + keepDeletedDays * DAY)

/** Records deleted at or before this time may be purged. */
export const deletedLongEnough = (now: Date, keepDeletedDays: number): Date =>
  new Date(now.getTime() - keepDeletedDays * DAY)

/** The error for restoring a purged record. */
export const PURGED = 'This record was purged: its file was destroyed for good and cannot be restored'
