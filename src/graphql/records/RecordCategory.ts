import { recordCategories, recordCategoryLabels } from '#domain/records/categories.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'

export const RecordCategory = builder.enumType('RecordCategory', {
  description: 'Standard kind of medical record, which a consent form may cover or leave out.',
  values: enumValues(recordCategories, recordCategoryLabels),
})
