import type { Visit } from '../context.ts'

/** What the database knows of a file and of the seal on it. */
export type FormTrace = { requestId: string | null; isOurSeal: boolean }

/** For whoever runs the clinic's server: which request a file came of, and whether forms were sealed with its seal here. */
export async function traceSignedForm(
  { db }: Pick<Visit, 'db'>,
  { sha256, sealedBy }: { sha256: string; sealedBy: string | null },
): Promise<FormTrace> {
  const form = await db.signedConsentForm.findFirst({ where: { sha256 }, select: { requestId: true } })
  const sealed =
    sealedBy === null
      ? null
      : await db.signedConsentForm.findFirst({ where: { sealedBy }, select: { id: true } })
  return { requestId: form?.requestId ?? null, isOurSeal: sealed !== null }
}
