import { languageLabels, languages } from '#domain/language.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'

export const Language = builder.enumType('Language', {
  description: 'A language in which the clinic writes to patients: English or Spanish.',
  values: enumValues(languages, languageLabels),
})
