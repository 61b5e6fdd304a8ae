import { IMPORT_FILE_MAX, IMPORT_ROWS_MAX } from '#domain/imports/patientImport.ts'
import { type ReceivedTable, receivedTable } from '#domain/imports/receivedTable.ts'
import { shownName } from '#domain/records/fileName.ts'
import type { Visit } from '../context.ts'
import { invalid } from '../operation.ts'
import { within } from '../records/receiveFile.ts'

type Given = { fileName: string; content: AsyncIterable<Buffer> }

/**
 * Takes in a table as it comes, before anybody asked what it is for: stores it closed, and looks through all of it once.
 * Throws `too_large` or `invalid`, with what is wrong with it, and then nothing of it is kept.
 */
export async function receiveTable(ctx: Visit, { fileName, content }: Given): Promise<ReceivedTable> {
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

/** Takes a received table away again, where no row came to name it. */
export const discardTable = ({ recordStore }: Visit, { storageKey }: ReceivedTable): Promise<void> =>
  recordStore.remove(storageKey)
