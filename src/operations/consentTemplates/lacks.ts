import { type ElementName, missingElements } from '#domain/consent/elements.ts'
import { readTemplate } from './readTemplate.ts'

/** The elements of 45 CFR 164.508(c) that a template's text lacks. */
export const lacks = ({ body }: { body: string }): ElementName[] => missingElements(readTemplate(body).marked)
