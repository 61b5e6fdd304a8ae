import { IMPORT_FILE_MAX, IMPORT_ROWS_MAX } from '#domain/imports/patientImport.ts'
import { type ReceivedTable, receivedTable } from '#domain/imports/receivedTable.ts'
import { shownName } from '#domain/records/fileName.ts'
import type { RequestContext } from '../context.ts'
import { invalid } from '../operation.ts'
import { within } from '../records/receiveFile.ts'

type UploadedFile = { fileName: string; content: AsyncIterable<Buffer> }

/**
 * Receives an uploaded table: stores it encrypted and parses all of it once. Throws `too_large` or `invalid`
 * and then stores nothing.
 */
export async function receiveTable(
  ctx: RequestContext,
  { fileName, content }: UploadedFile,
): Promise<ReceivedTable> {
  const { recordStore, csv } = ctx
  const sniffer = csv.sniffer()
  try {
    const taken = await recordStore.put(sniffer.watched(within(content, IMPORT_FILE_MAX)))
    try {
      const encoding = sniffer.encoding()
      const survey = await csv.survey(() => recordStore.read(taken), encoding)
      if (survey.rows > IMPORT_ROWS_MAX) throw invalid({ file: TOO_LONG })
      return receivedTable({ ...taken, ...survey, encoding, fileName: shownName(fileName) })
    } catch (error) {
      await recordStore.remove(taken.storageKey)
      throw error
    }
  } catch (error) {
    throw csv.isNoTable(error) ? invalid({ file: error.message }) : error
  }
}

const TOO_LONG = `This file has more than ${IMPORT_ROWS_MAX.toLocaleString('en-US')} rows. Split it and import the parts.`

/** Deletes a received table that no import refers to. */
export const discardTable = ({ recordStore }: RequestContext, { storageKey }: ReceivedTable): Promise<void> =>
  recordStore.remove(storageKey)
