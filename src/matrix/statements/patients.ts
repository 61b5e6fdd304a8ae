import type { Statements } from '../statement.ts'
import { adminOnly, anybody, clinicOnly, listOfOwnPatients, ofOwnPatients } from '../verdicts.ts'
import { OURS } from '../world.ts'

/** "List and see patients", "Download records" and the stats, in the scope of whoever asks. */
export const patientQueries: Statements = {
  patients: [
    { verdicts: listOfOwnPatients, shows: () => OURS },
    {
      about: 'a search by name',
      verdicts: listOfOwnPatients,
      ask: () => ({ search: OURS }),
      shows: () => OURS,
    },
    {
      about: 'the dropped ones',
      verdicts: listOfOwnPatients,
      ask: () => ({ status: 'dropped' }),
      shows: () => OURS,
    },
    {
      about: 'the counts',
      door: 'graphql',
      verdicts: listOfOwnPatients,
      ask: () => ({ status: 'schedulable' }),
      shows: () => '"totalCount":1',
    },
  ],
  patient: { verdicts: ofOwnPatients, ask: ({ chart }) => ({ id: chart.id }), shows: () => OURS },
  dashboardStats: { verdicts: listOfOwnPatients, shows: () => '"consentSigned":1' },
  consentForm: {
    verdicts: ofOwnPatients,
    ask: ({ chart }) => ({ patientId: chart.id }),
  },
  signingInvitation: {
    verdicts: anybody,
    ask: ({ link }) => ({ secret: link.secret }),
    isOpenedBySecret: true,
  },
}

const person = { firstName: 'Lena', lastName: 'Hart', email: 'lena.hart@example.test' }
const visit = {
  consultationDate: '2026-01-14',
  consultationTime: '14:30',
  consultationLocation: 'Main office',
}

/** Everything that changes a patient. */
export const patientMutations: Statements = {
  addPatient: { verdicts: clinicOnly, ask: () => ({ ...person }) },
  editPatient: { verdicts: clinicOnly, ask: ({ chart }) => ({ patientId: chart.id, phone: '555-0100' }) },
  dropPatient: {
    verdicts: ofOwnPatients,
    ask: ({ chart }) => ({ patientId: chart.id, dropReason: 'Moved out of state' }),
  },
  overridePatientStatus: {
    verdicts: adminOnly,
    ask: ({ chart }) => ({ patientId: chart.id, status: 'schedulable' }),
  },
  reassignPatient: {
    verdicts: adminOnly,
    ask: ({ chart, people }) => ({ patientId: chart.id, assignedAttorney: people.attorneyOther.id }),
  },
  scheduleConsultation: {
    verdicts: ofOwnPatients,
    ask: ({ at }) => ({ patientId: at.consent_signed.id, ...visit }),
  },
  markSchedulable: { verdicts: clinicOnly, ask: ({ at }) => ({ patientId: at.consent_signed.id }) },
  sendConsent: { verdicts: ofOwnPatients, ask: ({ at }) => ({ patientId: at.pending_consent.id }) },
  showSigningLink: { verdicts: ofOwnPatients, ask: ({ at }) => ({ patientId: at.consent_sent.id }) },
  signConsent: {
    verdicts: anybody,
    ask: ({ link }) => ({ secret: link.secret, signerName: 'Sam Signer', agreesToSignElectronically: true }),
    isOpenedBySecret: true,
  },
}

export const noteQueries: Statements = {
  patientNotes: {
    verdicts: ofOwnPatients,
    ask: ({ chart }) => ({ patientId: chart.id }),
    shows: () => `${OURS} wrote`,
  },
}

/** "Edit note: its creator. Delete note: any by admins, its creator's own." */
export const noteMutations: Statements = {
  addNote: { verdicts: ofOwnPatients, ask: ({ chart }) => ({ patientId: chart.id, content: 'Called' }) },
  editNote: {
    verdicts: {
      ...ofOwnPatients,
      admin: 'forbidden',
      staffOther: 'forbidden',
      attorneyAssigned: 'forbidden',
    },
    ask: ({ chart, note }) => ({ patientId: chart.id, noteId: note.id, content: 'Called' }),
  },
  deleteNote: {
    verdicts: { ...ofOwnPatients, staffOther: 'forbidden', attorneyAssigned: 'forbidden' },
    ask: ({ chart, note }) => ({ patientId: chart.id, noteId: note.id }),
  },
}
