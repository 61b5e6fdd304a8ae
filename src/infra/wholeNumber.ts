import { z } from 'zod'

/** A setting that is a whole number from `least` to `most`, or `standard` by default. */
export function wholeNumber(standard: number, least: number, most: number) {
  return z
    .string()
    .default(String(standard))
    .transform(Number)
    .refine(
      (value) => Number.isInteger(value) && value >= least && value <= most,
      `must be a whole number from ${least} to ${most}`,
    )
}
