import * as z from 'zod/mini'

/** The languages in which the clinic writes to patients. English is the default. */
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** The names of the languages for staff. */
export const languageLabels: Record<Language, string> = { en: 'English', es: 'Spanish' }

/** Tells staff that a patient who prefers this language gets a form in English. */
export const englishOnly = (preferred: Language): string =>
  `The form is in English, because its template has no ${languageLabels[preferred]} version.`

/** The name of each language in that language, for the patient who chooses one. */
export const ownNames: Record<Language, string> = { en: 'English', es: 'Español' }

/** The locale of dates and numbers. */
export const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' }

export const isLanguage = (value: unknown): value is Language =>
  (languages as readonly unknown[]).includes(value)

/** What files and forms write for each language, in lower case and without accents. */
const written: Record<Language, readonly string[]> = {
  en: ['en', 'eng', 'english', 'en-us', 'ingles'],
  es: ['es', 'spa', 'spanish', 'es-us', 'es-mx', 'espanol', 'castellano'],
}

function languageOf(text: string) {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
  return plain === '' ? 'en' : ((languages.find((one) => written[one].includes(plain)) ?? plain) as Language)
}

/** A language by its code, or by its name as files have it. Empty is English, and omitted stays `undefined`. */
export const languageChoice = (message: string) =>
  z.pipe(
    z.pipe(
      // Typed as a code for callers; a file may have any text.
      z.nullish(z.custom<Language>((value) => typeof value === 'string' && value.length <= 40, message)),
      z.transform((text) => (text === undefined ? undefined : languageOf(text ?? ''))),
    ),
    z.optional(z.enum(languages, message)),
  )
