import { type Representative, type SigningBar, signingBar } from '#domain/consent/representative.ts'
import { isSameName } from '#domain/consent/signerName.ts'
import { clinicDay } from '#domain/dates.ts'
import { answer } from '#domain/patientTexts/answers.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { invalid } from '../operation.ts'

/** Who signs, as the signer states it. */
type Signer = {
  signerName: string
  confirmsName?: boolean | null | undefined
  representative?: Representative | null | undefined
}

/** The columns of a request that say in what capacity it was signed. */
type SignerFacts = Pick<
  ConsentRequest,
  'signerCapacity' | 'representativeEmail' | 'representativeRelation' | 'authorityProof'
> & { signerCapacity: NonNullable<ConsentRequest['signerCapacity']> }

/**
 * The capacity of the signer. Throws `invalid` if the patient is a minor or has died and no representative signs, if the authority
 * does not fit, if a proof is missing, if a representative away from the clinic gives no e-mail address, or if the name differs from the patient's
 * and the signer has not confirmed it.
 */
export function signerFacts(
  ctx: RequestContext,
  request: Pick<ConsentRequest, 'channel' | 'proofRecordId'>,
  patient: Pick<Patient, 'firstName' | 'lastName' | 'dateOfBirth' | 'dateOfDeath'>,
  { signerName, confirmsName, representative = null }: Signer,
): SignerFacts {
  const name = `${patient.firstName} ${patient.lastName}`
  const { adultAge: age } = ctx.consentRules
  const authority = representative?.authority ?? null
  const bar = signingBar(patient, authority, clinicDay(ctx.now(), ctx.timeZone), age)
  if (bar)
    throw invalid({
      [representative ? 'representative.authority' : 'representative']: answer(barAnswers[bar], {
        name,
        age,
      }),
    })
  if (representative) return representativeFacts(request, representative)
  if (!isSameName(signerName, patient) && !confirmsName)
    throw invalid({ confirmsName: answer('nameDiffers', { name }) })
  return {
    signerCapacity: 'patient',
    representativeEmail: null,
    representativeRelation: null,
    authorityProof: null,
  }
}

const barAnswers = {
  minor: 'minor',
  died: 'died',
  parent_of_adult: 'parentOfAdult',
  authority_ended: 'authorityEnded',
} as const satisfies Record<SigningBar, string>

function representativeFacts(
  { channel, proofRecordId }: Pick<ConsentRequest, 'channel' | 'proofRecordId'>,
  { authority, email = null, relation, proof }: Representative,
): SignerFacts {
  if (!email && channel !== 'in_person') throw invalid({ 'representative.email': answer('emailInvalid') })
  if (proof === 'upload' && proofRecordId === null) throw invalid({ proof: answer('proofNotSent') })
  return {
    signerCapacity: authority,
    representativeEmail: email,
    representativeRelation: relation,
    authorityProof: proof,
  }
}
