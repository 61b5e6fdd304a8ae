import type { Language } from '../language.ts'
import { formTexts } from '../patientTexts/formTexts.ts'
import { showDayIn } from '../patientTexts/languageDates.ts'
import { type ConsentFacts, type MergeFieldName, mergeFieldNames, mergeFields } from './mergeFields.ts'
import { ALL_RECORDS, scopeInWords } from './scope.ts'

/** Invented facts for a preview without a patient. */
export const sampleFacts = (validDays: number | null, language: Language = 'en'): ConsentFacts => ({
  ...(Object.fromEntries(mergeFieldNames.map((name) => [name, mergeFields[name].sample])) as Record<
    MergeFieldName,
    string
  >),
  ...(language !== 'en' && samplesIn(language)),
  ends: endOf(validDays, language),
})

const samplesIn = (language: Language): Partial<ConsentFacts> => ({
  'patient.dateOfBirth': showDayIn('1980-02-29', language),
  'patient.dateOfInjury': showDayIn('2026-10-03', language),
  'records.scope': scopeInWords(ALL_RECORDS, formTexts[language].scope),
  purpose: formTexts[language].purpose,
  today: showDayIn('2026-11-21', language),
})

/** Describes when an authorization with this validity ends, in the signer's words; `null` without a limit. */
export const endOf = (validDays: number | null, language: Language = 'en'): string | null =>
  validDays === null ? null : formTexts[language].ends(validDays)
