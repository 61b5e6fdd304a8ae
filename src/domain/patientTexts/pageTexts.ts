import type { Language } from '../language.ts'
import { english, type PageTexts } from './english.ts'
import { spanish } from './spanish.ts'

/** Every text of the patients' pages by language. */
export const pageTexts = { en: english, es: spanish } satisfies Record<Language, PageTexts>
