export function takePidFile(path: string, record: string, isAlive: (record: string) => boolean): string | null
export function releasePidFile(path: string, record: string): void
export function readPidFile(path: string): string
