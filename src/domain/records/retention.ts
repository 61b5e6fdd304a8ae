const DAY = 86_400_000

/** Days that a deleted record is kept where the clinic has not said: six years, two of them leap years at most. */
export const KEEP_DELETED_DAYS = 2192

/** From when on a deleted record may be purged. */
export const purgesAt = (deletedAt: Date, keepDeletedDays: number): Date =>
  new Date(deletedAt.getTime() + keepDeletedDays * DAY)

/** Records that were deleted then, or earlier, have been kept long enough. */
export const deletedLongEnough = (now: Date, keepDeletedDays: number): Date =>
  new Date(now.getTime() - keepDeletedDays * DAY)

/** Said to whoever wants back what is no more. */
export const PURGED = 'This record was purged: its file was destroyed for good and cannot be restored'
