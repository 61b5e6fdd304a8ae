import type { Statements } from '../statement.ts'
import { anybody, but, byPatient, clinicOnly, inJson, notByKey } from '../verdicts.ts'

/** Links for patients: only the patient may open the signing page, and anyone with the link may open the copy. */
export const signingQueries: Statements = {
  paperConsentLines: {
    verdicts: but(clinicOnly, { readKey: 'forbidden' }),
    ask: ({ chart }) => ({ patientId: chart.id }),
    missing: 'chart',
  },
  signingProgress: {
    verdicts: byPatient,
    ask: ({ link }) => ({ secret: link.secret }),
    isOpenedBySecret: true,
  },
  signedCopyState: {
    verdicts: anybody,
    ask: ({ form }) => ({ secret: form.copySecret }),
    isOpenedBySecret: true,
  },
  reminder: {
    verdicts: byPatient,
    ask: ({ reminder }) => ({ secret: reminder.secret }),
    isOpenedBySecret: true,
  },
  signingInvitation: {
    verdicts: byPatient,
    ask: ({ link }) => ({ secret: link.secret }),
    isOpenedBySecret: true,
  },
}

const paper = { signedOn: '2026-01-02', witnessName: 'Wes Witness' }

/** Signing by link, on the clinic's device and on paper. */
export const signingMutations: Statements = {
  signHere: {
    verdicts: notByKey(clinicOnly),
    ask: ({ at }) => ({ patientId: at.pending_consent.id }),
  },
  openSigningView: {
    verdicts: byPatient,
    ask: ({ device }) => ({ requestId: device.id, pass: device.pass }),
    isOpenedBySecret: true,
  },
  signingOutcome: {
    verdicts: byPatient,
    ask: ({ device }) => ({ requestId: device.id, pass: device.pass, hasReturned: false }),
    isOpenedBySecret: true,
  },
  recordPaperConsent: [
    {
      verdicts: clinicOnly,
      ask: ({ at }) => ({ patientId: at.consent_sent.id, file: 'scan.pdf', ...paper }),
      transport: 'rest',
    },
    {
      about: 'for a dropped patient',
      verdicts: but(clinicOnly, { admin: 'conflict', staffCreator: 'conflict', staffOther: 'conflict' }),
      ask: ({ at }) => ({ patientId: at.dropped.id, file: 'scan.pdf', ...paper }),
      transport: 'rest',
    },
    {
      about: 'in JSON, which cannot hold a file',
      verdicts: but(clinicOnly, { admin: 'invalid', staffCreator: 'invalid', staffOther: 'invalid' }),
      ask: ({ at }) => ({ patientId: at.consent_sent.id, file: 'scan.pdf', ...paper }),
      whenMissing: 'invalid',
      transport: 'graphql',
    },
  ],
  confirmIdentity: {
    verdicts: byPatient,
    ask: ({ link }) => ({ secret: link.secret }),
    isOpenedBySecret: true,
  },
  readRequestOutcome: {
    verdicts: byPatient,
    ask: ({ endedLink }) => ({ secret: endedLink.secret, dateOfBirth: endedLink.dateOfBirth }),
    isOpenedBySecret: true,
  },
  sendIdentityCode: {
    verdicts: byPatient,
    ask: ({ codeLink }) => ({ secret: codeLink.secret }),
    isOpenedBySecret: true,
  },
  agreeElectronically: {
    verdicts: byPatient,
    ask: ({ link }) => ({ secret: link.secret, agreesToSignElectronically: true }),
    isOpenedBySecret: true,
  },
  askForPaperCopy: {
    verdicts: byPatient,
    ask: ({ link }) => ({ secret: link.secret }),
    isOpenedBySecret: true,
  },
  declineConsent: {
    verdicts: byPatient,
    ask: ({ link }) => ({ secret: link.secret, reason: 'I would rather not' }),
    isOpenedBySecret: true,
  },
  uploadAuthorityProof: {
    about: 'in JSON, which cannot hold a file',
    verdicts: inJson,
    ask: ({ link }) => ({ secret: link.secret, file: 'proof.pdf' }),
    whenMissing: 'invalid',
  },
  downloadSignedCopy: {
    verdicts: anybody,
    ask: ({ form }) => ({ secret: form.copySecret }),
    isOpenedBySecret: true,
  },
  answerReminder: {
    verdicts: byPatient,
    ask: ({ reminder }) => ({ secret: reminder.secret, answer: 'stop' }),
    isOpenedBySecret: true,
  },
  setPatientReminders: {
    verdicts: clinicOnly,
    ask: ({ chart }) => ({ patientId: chart.id, isStopped: true }),
  },
  signConsent: {
    verdicts: byPatient,
    ask: ({ link }) => ({
      ...{ secret: link.secret, signerName: 'Sam Signer', confirmsName: true },
      agreesToSignElectronically: true,
    }),
    isOpenedBySecret: true,
  },
}
