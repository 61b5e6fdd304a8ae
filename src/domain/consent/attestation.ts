import * as z from 'zod/mini'
import type { FieldMessages } from '../errors.ts'
import { answer } from '../patientTexts/answers.ts'
import { optionalName, optionalText, requiredLine, signedName } from '../text.ts'

/** The lines besides the signature that a form can have. */
export const formLines = ['witness', 'interpreter'] as const
export type FormLine = (typeof formLines)[number]

/** Which lines a version of a template asks for. */
export type AskedLines = { asksWitness: boolean; asksInterpreter: boolean }

export const linesOf = ({ asksWitness, asksInterpreter }: AskedLines): FormLine[] => [
  ...(asksWitness ? (['witness'] as const) : []),
  ...(asksInterpreter ? (['interpreter'] as const) : []),
]

/** The maximum characters of a witness's relation or organization, and of the name of a language. */
export const ATTESTATION = { relation: 100, language: 60 } as const

/** The witness's statement, made before the signature is sent. */
export const witnessInput = z.strictObject({
  name: signedName(answer('witnessMissing')),
  relation: requiredLine(answer('witnessRelationMissing'), ATTESTATION.relation),
  sawSignature: z.literal(true, answer('witnessMustState')),
})
export type WitnessStatement = z.output<typeof witnessInput>

/** The statement of an interpreter who helped the signer. */
export const interpreterInput = z.strictObject({
  name: signedName(answer('interpreterMissing')),
  language: requiredLine(answer('interpreterLanguageMissing'), ATTESTATION.language),
  readForm: z.literal(true, answer('interpreterMustState')),
})
export type InterpreterStatement = z.output<typeof interpreterInput>

/** What a paper form says on these lines. */
export const paperLines = {
  witnessRelation: optionalText(ATTESTATION.relation),
  interpreterName: optionalName('Enter the name of the interpreter'),
  interpreterLanguage: optionalText(ATTESTATION.language),
}

type PaperLines = {
  witnessRelation?: string | null | undefined
  interpreterName?: string | null | undefined
  interpreterLanguage?: string | null | undefined
}

/** What is wrong with the lines of a paper form, by field; empty if they fit the form. */
export function paperLineProblems(
  lines: readonly FormLine[],
  { witnessRelation, interpreterName, interpreterLanguage }: PaperLines,
): FieldMessages {
  const problems: FieldMessages = {}
  const notAsked = 'This form has no such line'
  if (lines.includes('witness') && !witnessRelation)
    problems.witnessRelation = 'Enter the relation or organization of the witness'
  if (!lines.includes('witness') && witnessRelation) problems.witnessRelation = notAsked
  if (!lines.includes('interpreter')) {
    if (interpreterName) problems.interpreterName = notAsked
    if (interpreterLanguage) problems.interpreterLanguage = notAsked
  } else if (interpreterName && !interpreterLanguage)
    problems.interpreterLanguage = 'Enter the language of the interpreter'
  else if (!interpreterName && interpreterLanguage)
    problems.interpreterName = 'Enter the name of the interpreter'
  return problems
}
