import type { Statements } from '../statement.ts'
import { adminOnly, everyone, ofOwnPatients } from '../verdicts.ts'
import { OURS, type World } from '../world.ts'

const which = ({ template }: World) => ({ templateId: template.id })
const text = { title: 'Authorization', body: 'I, {{patient.name}}, agree.' }

/** "Consent templates: admin." Senders choose one and preview what will be sent. */
export const templateQueries: Statements = {
  consentTemplates: [
    { verdicts: everyone, shows: ({ template }) => template.id },
    {
      about: 'with the archived ones',
      verdicts: adminOnly,
      ask: () => ({ archived: true }),
      shows: ({ archivedTemplate }) => archivedTemplate.id,
    },
  ],
  consentTemplateVersions: { verdicts: adminOnly, ask: which },
  consentPreview: {
    verdicts: ofOwnPatients,
    ask: ({ chart }) => ({ patientId: chart.id }),
    shows: () => OURS,
  },
  consentTemplatePreview: [
    { verdicts: adminOnly, ask: () => text },
    {
      about: 'with the facts of a patient',
      verdicts: adminOnly,
      ask: ({ chart }) => ({ ...text, patientId: chart.id }),
      shows: () => OURS,
    },
  ],
}

export const templateMutations: Statements = {
  createConsentTemplate: { verdicts: adminOnly, ask: () => ({ ...text, name: 'Another' }) },
  editConsentTemplate: {
    verdicts: adminOnly,
    ask: (world) => ({ ...text, ...which(world), name: 'Another', basedOn: 1 }),
  },
  makeDefaultTemplate: { verdicts: adminOnly, ask: which },
  archiveConsentTemplate: { verdicts: adminOnly, ask: which },
  restoreConsentTemplate: {
    verdicts: adminOnly,
    ask: ({ archivedTemplate }) => ({ templateId: archivedTemplate.id }),
  },
}
