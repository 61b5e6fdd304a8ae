/** The advisory lock that a backup holds while it copies files; whoever takes files away waits until it is free. */
export const BACKUP_LOCK = 72707370
