import { BY_LAST_CHANGE, IDENTIFIER } from '../fixtures.ts'
import { OURS } from '../people.ts'
import type { Statements } from '../statement.ts'
import {
  adminOnly,
  anybody,
  but,
  clinicOnly,
  everyone,
  listOfOwnPatients,
  notByKey,
  ofNobody,
  ofOwnPatients,
} from '../verdicts.ts'
import { restricted } from './restrictions.ts'

/** "List and see patients", "Download records" and the figures, each within the caller's scope. */
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
      about: 'by last change',
      verdicts: listOfOwnPatients,
      ask: () => BY_LAST_CHANGE,
      shows: () => OURS,
    },
    {
      about: 'those of one attorney',
      verdicts: listOfOwnPatients,
      ask: ({ people }) => ({ assignedAttorney: people.attorneyAssigned.id }),
      whenMissing: 'data',
      shows: () => OURS,
    },
    {
      about: 'the counts',
      transport: 'graphql',
      verdicts: listOfOwnPatients,
      ask: () => ({ status: 'schedulable' }),
      shows: () => '"totalCount":1',
    },
  ],
  patient: [
    { verdicts: ofOwnPatients, ask: ({ chart }) => ({ id: chart.id }), shows: () => OURS },
    restricted.patient,
  ],
  patientsByIds: {
    verdicts: listOfOwnPatients,
    ask: ({ chart }) => ({ ids: [chart.id] }),
    shows: () => OURS,
    whenMissing: 'data',
  },
  patientByIdentifier: {
    verdicts: ofOwnPatients,
    ask: () => IDENTIFIER,
    shows: () => OURS,
  },
  possibleDuplicates: {
    verdicts: listOfOwnPatients,
    ask: ({ chart }) => ({ phone: chart.phone }),
    shows: ({ chart }) => chart.id,
  },
  patientNames: {
    verdicts: listOfOwnPatients,
    ask: ({ chart }) => ({ ids: [chart.id] }),
    shows: ({ chart }) => chart.id,
    whenMissing: 'data',
  },
  // On the first visit nothing is new; listNewForMe.test.ts shows what others get.
  newForMe: { verdicts: everyone },
  dashboardStats: { verdicts: listOfOwnPatients, shows: () => '"consentSigned":1' },
  consentForm: [
    {
      // The form of this chart names no recipient. rest/authorizedRecords.test.ts covers an attorney named by a form.
      verdicts: { ...ofOwnPatients, attorneyAssigned: 'forbidden' },
      ask: ({ chart }) => ({ patientId: chart.id }),
    },
    {
      about: 'its certificate',
      verdicts: { ...ofOwnPatients, attorneyAssigned: 'forbidden' },
      ask: ({ chart }) => ({ patientId: chart.id, part: 'certificate' }),
    },
    {
      about: 'the sealed scan of a form on paper',
      verdicts: { ...ofOwnPatients, attorneyAssigned: 'forbidden' },
      ask: ({ chart, paper }) => ({ patientId: chart.id, requestId: paper.id, part: 'sealed_scan' }),
    },
  ],
  authorityProof: {
    verdicts: notByKey(clinicOnly),
    ask: ({ waiting }) => ({ patientId: waiting.patientId, requestId: waiting.id }),
  },
  consentRequests: {
    verdicts: ofOwnPatients,
    ask: ({ chart }) => ({ patientId: chart.id }),
    shows: ({ form }) => form.id,
  },
  signedFormCheck: {
    verdicts: anybody,
    ask: () => ({ sha256: 'ab'.repeat(32) }),
    shows: () => '"isOurs":false',
    whenMissing: 'data',
  },
}

const person = { firstName: 'Lena', lastName: 'Hart', email: 'lena.hart@example.test' }
const visit = {
  consultationDate: '2026-01-14',
  consultationTime: '14:30',
  consultationLocation: 'Main office',
}

/** The mutations that change a patient. */
export const patientMutations: Statements = {
  addPatient: { verdicts: clinicOnly, ask: () => ({ ...person }) },
  editPatient: {
    verdicts: clinicOnly,
    ask: ({ chart }) => ({ patientId: chart.id, phone: '(415) 555-0100' }),
  },
  upsertPatient: {
    verdicts: clinicOnly,
    ask: () => ({ identifier: IDENTIFIER, phone: '(415) 555-0100' }),
  },
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
  scheduleConsultation: [
    { verdicts: ofOwnPatients, ask: ({ chart }) => ({ patientId: chart.id, ...visit }) },
    {
      about: 'over another appointment',
      verdicts: clinicOnly,
      ask: ({ chart }) => ({ patientId: chart.id, ...visit, bookAnyway: true }),
    },
    {
      about: 'without a consent, which an administrator may',
      verdicts: but(ofOwnPatients, {
        staffCreator: 'conflict',
        staffOther: 'conflict',
        attorneyAssigned: 'conflict',
      }),
      ask: ({ at }) => ({ patientId: at.schedulable.id, ...visit }),
    },
  ],
  completeTreatment: { verdicts: clinicOnly, ask: ({ at }) => ({ patientId: at.schedulable.id }) },
  awaitRecords: { verdicts: clinicOnly, ask: ({ at }) => ({ patientId: at.treatment_completed.id }) },
  markRecordsForwarded: { verdicts: clinicOnly, ask: ({ at }) => ({ patientId: at.pending_records.id }) },
  voidConsentRequest: { verdicts: clinicOnly, ask: ({ at }) => ({ patientId: at.consent_sent.id }) },
  checkConsentStatus: {
    // This clinic has no envelope with a provider, so permitted callers get a conflict.
    verdicts: but(ofOwnPatients, {
      admin: 'conflict',
      staffCreator: 'conflict',
      staffOther: 'conflict',
      attorneyAssigned: 'conflict',
    }),
    ask: ({ at }) => ({ patientId: at.consent_sent.id }),
  },
  revokeConsent: {
    verdicts: clinicOnly,
    ask: ({ chart }) => ({ patientId: chart.id, reason: 'Called and revoked it' }),
  },
  /** A person decides about a signed form, never a key and never an attorney. */
  acceptSignedForm: {
    verdicts: notByKey(clinicOnly),
    ask: ({ waiting }) => ({ patientId: waiting.patientId, requestId: waiting.id }),
  },
  rejectSignedForm: {
    verdicts: notByKey(clinicOnly),
    ask: ({ waiting }) => ({
      ...{ patientId: waiting.patientId, requestId: waiting.id },
      reason: 'The name is not the patient’s',
    }),
  },
  markSchedulable: { verdicts: clinicOnly, ask: ({ at }) => ({ patientId: at.consent_signed.id }) },
  /** For the patient at Consent Sent. Resending ends the old link. */
  resendConsent: { verdicts: ofOwnPatients, ask: ({ at }) => ({ patientId: at.consent_sent.id }) },
  /** The patient revoked an earlier consent, so only the clinic may ask again. */
  sendConsent: {
    verdicts: but(ofOwnPatients, { attorneyAssigned: 'conflict' }),
    ask: ({ at }) => ({ patientId: at.pending_consent.id }),
  },
  showSigningLink: { verdicts: clinicOnly, ask: ({ at }) => ({ patientId: at.consent_sent.id }) },
  requestAuthorization: {
    verdicts: ofOwnPatients,
    ask: ({ at }) => ({ patientId: at.consent_signed.id }),
  },
  revokePartOfConsent: {
    verdicts: clinicOnly,
    ask: ({ at, treated }) => ({
      patientId: at.pending_records.id,
      requestId: treated.consentRequestId,
      category: 'billing',
      reason: 'Called and revoked this part',
    }),
  },
  sendRecipientCopy: {
    verdicts: clinicOnly,
    ask: ({ at, treated }) => ({
      patientId: at.pending_records.id,
      requestId: treated.consentRequestId,
      recipient: 1,
      email: 'lee@park.test',
    }),
  },
}

/** "View, preview, download records: unless consent was revoked or has expired." */
const closedByRevocation = but(ofOwnPatients, { attorneyAssigned: 'forbidden' })

/** The file of a record, to download or to view. */
const fileOfRecord: Statements[string] = [
  { verdicts: ofOwnPatients, ask: ({ chart, record }) => ({ patientId: chart.id, recordId: record.id }) },
  {
    about: 'after the consent was revoked',
    verdicts: closedByRevocation,
    ask: ({ revoked }) => ({ patientId: revoked.patient.id, recordId: revoked.record.id }),
  },
  {
    about: 'through another patient',
    verdicts: ofNobody,
    ask: ({ theirs, record }) => ({ patientId: theirs.id, recordId: record.id }),
    missing: 'record',
  },
]

export const chartQueries: Statements = {
  patientStatusHistory: {
    verdicts: ofOwnPatients,
    ask: ({ chart }) => ({ patientId: chart.id }),
    shows: () => `${OURS} asked`,
  },
  patientTimeline: {
    verdicts: ofOwnPatients,
    ask: ({ chart }) => ({ patientId: chart.id }),
  },
  patientRecords: [
    {
      verdicts: ofOwnPatients,
      ask: ({ chart }) => ({ patientId: chart.id }),
      shows: () => `${OURS}.pdf`,
    },
    {
      about: 'after the consent was revoked',
      verdicts: closedByRevocation,
      ask: ({ revoked }) => ({ patientId: revoked.patient.id }),
    },
  ],
  patientRecordByIdentifier: { verdicts: ofOwnPatients, ask: () => IDENTIFIER },
  patientRecord: [
    { verdicts: ofOwnPatients, ask: ({ chart, record }) => ({ patientId: chart.id, recordId: record.id }) },
    {
      about: 'after the consent was revoked',
      verdicts: closedByRevocation,
      ask: ({ revoked }) => ({ patientId: revoked.patient.id, recordId: revoked.record.id }),
    },
    {
      about: 'through another patient',
      verdicts: ofNobody,
      ask: ({ theirs, record }) => ({ patientId: theirs.id, recordId: record.id }),
      missing: 'record',
    },
  ],
  recordFile: fileOfRecord,
  recordView: fileOfRecord,
  patientNote: [
    { verdicts: ofOwnPatients, ask: ({ chart, note }) => ({ patientId: chart.id, noteId: note.id }) },
    {
      about: 'through another patient',
      verdicts: ofNobody,
      ask: ({ theirs, note }) => ({ patientId: theirs.id, noteId: note.id }),
      missing: 'note',
    },
  ],
  patientNoteVersions: [
    { verdicts: ofOwnPatients, ask: ({ chart, note }) => ({ patientId: chart.id, noteId: note.id }) },
    {
      about: 'through another patient',
      verdicts: ofNobody,
      ask: ({ theirs, note }) => ({ patientId: theirs.id, noteId: note.id }),
      missing: 'note',
    },
  ],
  patientNotes: [
    {
      verdicts: ofOwnPatients,
      ask: ({ chart }) => ({ patientId: chart.id }),
      shows: () => `${OURS} wrote`,
    },
    restricted.patientNotes,
  ],
}

/** "Edit note: its creator. Delete note: any by admins, its creator's own." */
export const chartMutations: Statements = {
  uploadRecord: [
    {
      verdicts: but(clinicOnly, { staffOther: 'forbidden' }),
      ask: ({ chart }) => ({ patientId: chart.id, file: 'scan.pdf' }),
      transport: 'rest',
    },
    {
      about: 'for a dropped patient',
      verdicts: but(clinicOnly, { admin: 'conflict', staffCreator: 'conflict', staffOther: 'forbidden' }),
      ask: ({ at }) => ({ patientId: at.dropped.id, file: 'scan.pdf' }),
      transport: 'rest',
    },
    {
      about: 'in JSON, which cannot hold a file',
      verdicts: but(clinicOnly, { admin: 'invalid', staffCreator: 'invalid', staffOther: 'invalid' }),
      ask: ({ chart }) => ({ patientId: chart.id, file: 'scan.pdf' }),
      whenMissing: 'invalid',
      transport: 'graphql',
    },
  ],
  describeImage: {
    verdicts: but(clinicOnly, { staffOther: 'forbidden' }),
    ask: ({ chart, photo }) => ({ patientId: chart.id, recordId: photo.id, imageDescription: 'A knee' }),
  },
  editRecord: {
    verdicts: but(clinicOnly, { staffOther: 'forbidden' }),
    ask: ({ chart, record }) => ({ patientId: chart.id, recordId: record.id, category: 'imaging' }),
  },
  rescanRecord: {
    // No virus scanner is set up here.
    verdicts: but(adminOnly, { admin: 'conflict' }),
    ask: ({ chart, record }) => ({ patientId: chart.id, recordId: record.id }),
  },

  addNote: [
    { verdicts: ofOwnPatients, ask: ({ chart }) => ({ patientId: chart.id, content: 'Called' }) },
    restricted.addNote,
  ],
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
