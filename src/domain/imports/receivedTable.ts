/** The encodings of a table file. */
export const tableEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export const tableDelimiters = [',', ';', '\t', '|'] as const
export type TableFormat = {
  encoding: (typeof tableEncodings)[number]
  delimiter: (typeof tableDelimiters)[number]
}

const mark = Symbol.for('caseload.receivedTable')

/** A received, parsed and stored table that no row refers to yet. */
export type ReceivedTable = TableFormat & {
  [mark]: true
  fileName: string
  fileSize: number
  sha256: string
  columns: string[]
  rows: number
  storageKey: string
  wrappedKey: Uint8Array
  keyId: string
}

/**
 * Marks a table as received. Only server code can do this, so a caller cannot refer to another user's file.
 */
export const receivedTable = (table: Omit<ReceivedTable, typeof mark>): ReceivedTable => ({
  ...table,
  [mark]: true,
})

export const isReceivedTable = (value: unknown): value is ReceivedTable =>
  typeof value === 'object' && value !== null && mark in value
