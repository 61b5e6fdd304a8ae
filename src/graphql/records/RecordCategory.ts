import { recordCategories } from '#domain/records/categories.ts'
import { builder } from '../builder.ts'

export const RecordCategory = builder.enumType('RecordCategory', {
  description: 'Standard kind of medical record, which a consent form may cover or leave out.',
  values: recordCategories,
})
