import { conflict, Failure } from '#domain/errors.ts'
import { UPLOAD_WHEN_DROPPED } from '#domain/patients/status.ts'
import { shownName } from '#domain/records/fileName.ts'
import { NOT_ACCEPTED, nameProblem } from '#domain/records/fileTypes.ts'
import { isImage } from '#domain/records/imageText.ts'
import { NOT_AN_IMAGE } from '#domain/records/inputs.ts'
import type { Patient } from '#infra/prisma/client.ts'
import type { FolderFile } from '#infra/records/recordFolder.ts'
import { callerOf, type RequestContext } from '../context.ts'
import { tooLarge } from './receiveFile.ts'

/** What an import's manifest says about a file. */
type Manifested = { file: string; imageDescription: string | null }

/** Throws the error that an upload of this file for this patient would get. Stores nothing. */
export async function examineFile(
  ctx: RequestContext,
  { size, read }: FolderFile,
  { file: fileName, imageDescription }: Manifested,
  patient: Pick<Patient, 'status'>,
): Promise<void> {
  const { examiner, recordLimit } = ctx
  if (patient.status === 'dropped') throw conflict('wrong_status', UPLOAD_WHEN_DROPPED)
  if (size > recordLimit) throw tooLarge(recordLimit)
  if (size === 0) throw new Failure('invalid', 'This file is empty')
  for await (const _ of examiner.watched(read())) {
    // read to the end
  }
  const found = await examiner.examine(callerOf(ctx), size, read)
  if (!found) throw new Failure('unsupported', NOT_ACCEPTED)
  const problem = nameProblem(shownName(fileName), found.type)
  if (problem) throw new Failure('invalid', problem)
  if (imageDescription && !isImage(found.type)) throw new Failure('invalid', NOT_AN_IMAGE)
}
