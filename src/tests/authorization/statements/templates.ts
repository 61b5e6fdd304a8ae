import type { Fixtures } from '../fixtures.ts'
import { OURS } from '../people.ts'
import type { Statements } from '../statement.ts'
import { adminOnly, everyone, notByKey, ofOwnPatients } from '../verdicts.ts'

const which = ({ template }: Fixtures) => ({ templateId: template.id })
const text = { title: 'Authorization', body: 'I, {{patient.name}}, agree.' }

/** "Consent templates: admin." Senders choose a template and preview the form. */
export const templateQueries: Statements = {
  consentTemplates: [
    { verdicts: everyone, shows: ({ template }) => template.id },
    {
      about: 'with the archived ones',
      verdicts: notByKey(adminOnly),
      ask: () => ({ archived: true }),
      shows: ({ archivedTemplate }) => archivedTemplate.id,
    },
  ],
  consentTemplateVersions: { verdicts: notByKey(adminOnly), ask: which },
  consentPreview: {
    verdicts: ofOwnPatients,
    ask: ({ chart }) => ({ patientId: chart.id }),
    shows: () => OURS,
  },
  consentTemplatePreview: [
    { verdicts: notByKey(adminOnly), ask: () => text },
    {
      about: "with a patient's data",
      verdicts: notByKey(adminOnly),
      ask: ({ chart }) => ({ ...text, patientId: chart.id }),
      shows: () => OURS,
    },
  ],
}

export const templateMutations: Statements = {
  createConsentTemplate: { verdicts: notByKey(adminOnly), ask: () => ({ ...text, name: 'Another' }) },
  editConsentTemplate: {
    verdicts: notByKey(adminOnly),
    ask: (fixtures) => ({ ...text, ...which(fixtures), name: 'Another', basedOn: 1 }),
  },
  makeDefaultTemplate: { verdicts: notByKey(adminOnly), ask: which },
  archiveConsentTemplate: { verdicts: notByKey(adminOnly), ask: which },
  restoreConsentTemplate: {
    verdicts: notByKey(adminOnly),
    ask: ({ archivedTemplate }) => ({ templateId: archivedTemplate.id }),
  },
}
