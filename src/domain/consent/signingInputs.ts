import * as z from 'zod/mini'
import { day, optionalDay } from '../calendar.ts'
import { languages } from '../language.ts'
import { answer } from '../patientTexts/answers.ts'
import { NO_FILE } from '../records/inputs.ts'
import { isReceivedFile, type ReceivedFile } from '../records/receivedFile.ts'
import { identifier, optionalText, signedName } from '../text.ts'

import { interpreterInput, paperLines, witnessInput } from './attestation.ts'
import { drawnSignature } from './drawing.ts'
import { paperSigner, representativeInput } from './representative.ts'
import { chosenTerms } from './terms.ts'

/** Wrong identity answers after which a link is locked. */
export const IDENTITY_ATTEMPTS = 10
/** Wrong dates of birth after which a dead link no longer says what happened to it. */
export const STATUS_ATTEMPTS = 5
/** Minutes for which an e-mailed code is valid. */
export const CODE_MINUTES = 10
/** Minimum seconds between two codes. */
export const CODE_PAUSE_SECONDS = 60
/** Codes per link and day, so that its holder cannot flood the patient's mailbox. */
export const CODES_A_DAY = 10
/** Minutes for which a browser keeps a passed identity check. */
export const PASS_MINUTES = 60
/** Hours for which a clinic device stays open for a patient to sign. */
export const IN_PERSON_HOURS = 12
/** Days for which a patient can download the signed form again. */
export const COPY_DAYS = 30
/** The most times that a signed form is sent to its recipients within 24 hours. */
export const COPIES_PER_DAY = 50
/** The most consent forms that one patient is sent within 24 hours. */
export const FORMS_PER_DAY = 10
/** Maximum length of the reason for declining. */
export const DECLINE_REASON_MAX = 1000

/** The secret of a link: 32 bytes as base64url. */
const secret = z.string().check(z.maxLength(100))
/** The pass of a browser that passed the identity check, or of a clinic device. */
const pass = z.nullish(z.string().check(z.maxLength(100)))

/** The holder of a link. */
export const linkHolderInput = z.strictObject({ secret, pass })

/** A clinic device that was handed to a patient. */
export const deviceHolderInput = z.strictObject({ requestId: identifier, pass })

/** The same, and whether the browser has returned from the provider. */
export const signingOutcomeInput = z.strictObject({ requestId: identifier, pass, hasReturned: z.boolean() })

export const confirmIdentityInput = z.strictObject({
  secret,
  dateOfBirth: optionalDay(answer('birthdayMissing')),
  /** Spaces and dashes between the digits do not count. */
  code: z.nullish(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((typed) => typed.replace(/[\s-]/g, '')),
      ),
      z.string().check(z.regex(/^(\d{6})?$/, answer('codeMissing'))),
    ),
  ),
})

/** A link that has ended, and the date of birth of its patient. */
export const requestOutcomeInput = z.strictObject({
  secret,
  dateOfBirth: day(answer('birthdayMissing')),
})

export const identityCodeInput = z.strictObject({ secret })

const noticeLanguage = z.nullish(z.enum(languages, 'Choose English or Spanish'))

const MUST_AGREE = answer('mustAgree')

export const agreeElectronicallyInput = z.strictObject({
  secret,
  pass,
  agreesToSignElectronically: z.literal(true, MUST_AGREE),
  /** The language in which the notice was read; English if omitted. */
  language: noticeLanguage,
})

/** The number of letters in a name, in any alphabet. */
const lettersIn = (name: string) => name.match(/\p{L}/gu)?.length ?? 0

export const signConsentInput = z.strictObject({
  secret,
  pass,
  signerName: signedName(answer('nameMissing')).check(
    z.refine((name) => lettersIn(name) >= 2, answer('nameMissing')),
  ),
  /** True after the question whether the signer, whose name differs, is the patient. */
  confirmsName: z.nullish(z.boolean()),
  /** If omitted, the patient signs. */
  representative: z.nullish(representativeInput),
  /** Required if the form has a witness line. */
  witness: z.nullish(witnessInput),
  /** Only if an interpreter helped. */
  interpreter: z.nullish(interpreterInput),
  /** If omitted, the typed name is the signature. */
  drawing: z.nullish(drawnSignature),
  /** If omitted, the patient must have agreed before. */
  agreesToSignElectronically: z.nullish(z.literal(true, MUST_AGREE)),
  language: noticeLanguage,
})

/** The proof of a representative's authority, sent before the signature. */
export const uploadAuthorityProofInput = z.strictObject({
  secret,
  pass,
  file: z.custom<ReceivedFile>(isReceivedFile, NO_FILE),
})

export const declineConsentInput = z.strictObject({
  secret,
  pass,
  reason: optionalText(DECLINE_REASON_MAX),
})

export const signedCopyInput = z.strictObject({
  secret,
  pass,
  dateOfBirth: optionalDay(answer('birthdayMissing')),
})

/** The content of a form on paper, besides its terms. */
const paperForm = {
  signedOn: day('Enter the date next to the signature'),
  /** The last day on which it is valid, if it states one. */
  endsOn: optionalDay('Valid Until must be a day'),
  ...paperSigner,
  witnessName: signedName('Enter the name of the witness'),
  ...paperLines,
}

export const paperConsentInput = z.strictObject({
  patientId: identifier,
  file: z.custom<ReceivedFile>(isReceivedFile, NO_FILE),
  ...paperForm,
  ...chosenTerms,
})

/** The same fields as typed, before the scan is sent. */
export const describePaperConsentInput = z.strictObject(paperForm)
