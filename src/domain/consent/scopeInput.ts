import * as z from 'zod/mini'
import { optionalDay } from '../calendar.ts'
import { isNeverCovered, isSensitive, recordCategories, sensitiveCategories } from '../records/categories.ts'
import type { Scope } from './scope.ts'

const EXAMPLE = 'Enter a date like 2026-11-23'
export const PSYCHOTHERAPY_APART =
  'Psychotherapy notes need a separate form. Forward them on another legal basis that refers to that form.'
export const DATES_REVERSED = 'The first service date must not be after the last one'

const categoryList = z
  .array(z.enum(recordCategories, 'Choose categories from the list'), 'Choose categories from the list')
  .check(
    z.minLength(1, 'Choose at least one category'),
    z.maxLength(recordCategories.length, 'Choose each category once'),
    z.refine((chosen) => !chosen.some(isNeverCovered), PSYCHOTHERAPY_APART),
  )

const NOT_SENSITIVE = 'Only sensitive categories can be added to all records'

const sensitiveList = z.array(z.enum(recordCategories, NOT_SENSITIVE), NOT_SENSITIVE).check(
  z.maxLength(sensitiveCategories.length, 'Choose each category once'),
  z.refine((chosen) => chosen.every(isSensitive), NOT_SENSITIVE),
)

/** The scope that a sender chooses; without one, all records. */
export const scopeInput = z.nullish(
  z.pipe(
    z
      .strictObject({
        categories: z.nullish(categoryList),
        sensitive: z.nullish(sensitiveList),
        serviceFrom: optionalDay(EXAMPLE),
        serviceTo: optionalDay(EXAMPLE),
      })
      .check(
        z.refine(({ serviceFrom, serviceTo }) => !serviceFrom || !serviceTo || serviceFrom <= serviceTo, {
          error: DATES_REVERSED,
          path: ['serviceTo'],
        }),
      ),
    z.transform(
      ({ categories, sensitive, serviceFrom, serviceTo }): Scope => ({
        categories: categories ? recordCategories.filter((one) => categories.includes(one)) : null,
        sensitive: categories ? [] : sensitiveCategories.filter((one) => sensitive?.includes(one)),
        serviceFrom: serviceFrom ?? null,
        serviceTo: serviceTo ?? null,
      }),
    ),
  ),
)
