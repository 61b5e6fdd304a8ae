import type { InterpreterStatement, WitnessStatement } from '#domain/consent/attestation.ts'
import { answer } from '#domain/patientTexts/answers.ts'
import type { ConsentRequest } from '#infra/prisma/client.ts'
import { invalid } from '../operation.ts'
import { storedDocument } from './findActiveConsentRequest.ts'

/** The statements beside a signature. */
export type Statements = {
  witness?: WitnessStatement | null | undefined
  interpreter?: InterpreterStatement | null | undefined
}

type AttestationFacts = Pick<
  ConsentRequest,
  'witnessName' | 'witnessRelation' | 'interpreterName' | 'interpreterLanguage'
>

const folded = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * The columns for what the witness and the interpreter stated. Throws `invalid` if the form's witness is missing or is the
 * signer, or if the form has no such line.
 */
export function attestationFacts(
  request: Pick<ConsentRequest, 'document'>,
  signerName: string,
  { witness, interpreter }: Statements,
): AttestationFacts {
  const { lines = [] } = storedDocument(request)
  if (lines.includes('witness') && !witness) throw invalid({ 'witness.name': answer('witnessMissing') })
  if (!lines.includes('witness') && witness) throw invalid({ 'witness.name': answer('lineNotAsked') })
  if (!lines.includes('interpreter') && interpreter)
    throw invalid({ 'interpreter.name': answer('lineNotAsked') })
  if (witness && folded(witness.name) === folded(signerName))
    throw invalid({ 'witness.name': answer('witnessIsSigner') })
  return {
    witnessName: witness?.name ?? null,
    witnessRelation: witness?.relation ?? null,
    interpreterName: interpreter?.name ?? null,
    interpreterLanguage: interpreter?.language ?? null,
  }
}
