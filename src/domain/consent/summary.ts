import type { ConsentBlock } from './document.ts'
import { type ConsentFacts, mergeFields } from './mergeFields.ts'

/** The heading over the summary that ends every form. */
export const SUMMARY_HEADING = 'Summary of this authorization'

/**
 * Who, what and until when (45 CFR 164.508(c)(1)), as a list at the end of every form. It is made of what the request
 * stores, so that the text which the patient signs and the data that opens the records agree, whatever the template says.
 */
export const authorizationSummary = (facts: ConsentFacts): ConsentBlock[] => {
  const stated = (name: keyof ConsentFacts) => facts[name] ?? mergeFields[name].missing
  return [
    { kind: 'heading', text: SUMMARY_HEADING },
    {
      kind: 'list',
      items: [
        `Patient: ${stated('patient.name')}`,
        `Who may disclose: ${stated('clinic.name')}`,
        `Who may receive: ${stated('attorney.name')}`,
        `What may be disclosed: ${stated('records.scope')}`,
        `Why: ${stated('purpose')}`,
        `Ends: ${stated('ends')}`,
      ],
    },
  ]
}
