import type { Language } from '../language.ts'
import { formTexts } from '../patientTexts/formTexts.ts'
import type { ConsentBlock } from './document.ts'
import type { ConsentFacts } from './mergeFields.ts'
import { asPrinted } from './templateText.ts'

/**
 * Who, what, until when and where to revoke it (45 CFR 164.508(c)(1) and (2)(i)), as a list at the end of every form. It is made of what the request
 * stores, so that the text which the patient signs and the data that opens the records agree, whatever the template says.
 */
export const authorizationSummary = (facts: ConsentFacts, language: Language = 'en'): ConsentBlock[] => {
  const { summary, missing } = formTexts[language]
  const stated = (name: keyof ConsentFacts) => asPrinted(facts[name]) || missing[name]
  const address = asPrinted(facts['clinic.address'])
  return [
    { kind: 'heading', text: summary.heading },
    {
      kind: 'list',
      items: [
        `${summary.patient}: ${stated('patient.name')}`,
        `${summary.discloser}: ${stated('clinic.name')}`,
        `${summary.recipients}: ${stated('attorney.name')}`,
        `${summary.scope}: ${stated('records.scope')}`,
        `${summary.purpose}: ${stated('purpose')}`,
        `${summary.ends}: ${summary.endsAt(facts.ends)}`,
        `${summary.revocation}: ${stated('clinic.name')}${address && `, ${address}`}`,
      ],
    },
  ]
}
