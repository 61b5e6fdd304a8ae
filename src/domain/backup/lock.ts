/** The advisory lock that a backup holds while it copies files. Jobs that delete files wait for it. */
export const BACKUP_LOCK = 72707370
