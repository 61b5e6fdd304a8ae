import type { Authority } from '../consent/representative.ts'
import type { RequestEnding } from '../consent/requestEnding.ts'
import { answers } from './answers.ts'

type Ending = { title: string; text: (day: string, clinic: string) => string }

/**
 * The English texts of the pages that patients see. They are for readers at grade 6: short words and short sentences.
 * `readability.test.ts` measures them.
 */
export const english = {
  /** Around every page. */
  frame: {
    switch: 'Language',
    contact: 'How to reach the clinic',
    phone: 'Phone',
    address: 'Address',
    poweredBy: 'Sent with Caseload',
    required: 'required',
  },
  step: (at: number, of: number) => `Step ${at} of ${of}`,
  paperAsked: (day: string, clinic: string) =>
    `You asked for this form on paper on ${day}. We let ${clinic} know. You can still sign here if you change your mind.`,
  identity: {
    title: 'Confirm it is you',
    again:
      'You were away for a while, or you opened the form in another browser. Nothing was sent. Confirm who you are again to continue.',
    lead: (clinic: string) => `${clinic} asks you to confirm who you are before the form opens.`,
    codeLead: (clinic: string) =>
      `Before you can open the form, ${clinic} sends a six-digit code to the e-mail address it has for you. The code helps us confirm that it is you.`,
    codeSent: (time: string) => `A code is on its way. It works until ${time}.`,
    code: 'Code from the e-mail',
    continue: 'Continue',
    sendCode: 'Send Me a Code',
    sendAnother: 'Send Another Code',
    noMail: (clinic: string) => `No e-mail? Check your spam folder, or call ${clinic}.`,
  },
  birthday: {
    legend: 'Your date of birth',
    hint: 'For example 3 14 1980',
    month: 'Month',
    day: 'Day',
    year: 'Year',
  },
  notice: { title: 'Signing electronically', continue: 'Continue' },
  document: {
    title: 'Read the form',
    continue: 'Continue to Signing',
    nothingSigned: 'Nothing is signed yet. You can close this page and come back later with the same link.',
    otherLanguage: (clinic: string) =>
      `This form is in Spanish. If you want to read it in English, ask ${clinic} for a new link.`,
  },
  sign: {
    title: 'Sign the form',
    lead: 'You are signing the form that you just read.',
    readAgain: 'Read it again',
    forPatient: 'You sign for the patient, as a parent, guardian or other representative.',
    isPatient: 'I am the patient',
    forOther: 'I’m signing for someone else',
    nameQuestion:
      'If so, correct your name, or check the box. If not, choose “I’m signing for someone else”.',
    nameConfirmed: 'Yes, that is me, and I write my name as above',
    name: 'Your full name',
    signature: 'Your signature',
    typed: 'My typed name',
    draw: 'Draw it',
    padLabel:
      'Box to draw your signature in with a finger, a pen or the mouse. With a keyboard, choose “My typed name” instead.',
    nothingDrawn: 'Nothing drawn yet',
    undo: 'Undo',
    clear: 'Clear',
    preview: 'Your signature:',
    previewEmpty: 'the name you type above',
    pending: 'Signing...',
    submit: 'Sign the Form',
    nextHere:
      'What happens next: we tell the clinic that you signed, and the form is no longer shown on this device.',
    next: 'What happens next: you can download your copy, and we tell the clinic that you signed.',
  },
  /** Used by the script of the pages. */
  script: {
    notDrawn: answers.notDrawn.en as string,
    notSent: 'Not sent. Try again.',
    strokes: { one: 'Drawn: 1 stroke', other: 'Drawn: {count} strokes' },
  },
  representative: {
    email: 'Your own e-mail address',
    emailIfAny: 'Your own e-mail address, if you have one',
    relation: 'Who you are to the patient, like “mother”',
    authority: 'What gives you the right to sign',
    choose: 'Choose one',
    authorities: {
      parent: 'Parent of a minor',
      guardian: 'Legal guardian',
      power_of_attorney: 'Power of attorney',
      executor: 'Executor of the estate',
    } as Record<Authority, string>,
    proof: 'How you show that right',
    shown: 'I show it to the staff',
    sent: 'The file that I sent',
    upload: 'I send a file with the button above',
    file: 'Proof that you may sign, like a birth certificate or court order',
    fileHint: (megabytes: number) =>
      `A PDF, JPG or PNG of at most ${megabytes} MB. You can also show it to the staff instead.`,
    fileSend: 'Send the File',
    fileSent: 'We have your proof. Only the clinic can open it.',
  },
  witness: {
    title: 'Witness',
    lead: 'The clinic asks for a witness to this form. The witness is with you and fills in this part.',
    name: 'Full name of the witness',
    relation: 'Who the witness is to you, or their organization',
    statement: 'I am the witness. I saw the signer sign this form.',
  },
  interpreter: {
    title: 'Interpreter',
    helped: 'An interpreter helped me',
    name: 'Full name of the interpreter',
    language: 'Language, like “Vietnamese”',
    statement: 'I am the interpreter. I read this form to the signer in that language.',
  },
  other: {
    label: 'Other ways to answer',
    paper: 'Get this form on paper',
    paperText: (clinic: string) =>
      `${clinic} will give you the form on paper, free of charge. This cancels your agreement to sign electronically. You can still come back and sign here.`,
    paperAsk: 'Ask for Paper',
    paperAsked: 'Paper Form Requested',
    decline: 'Decline to sign',
  },
  decline: {
    title: 'Decline to sign',
    question: 'Decline to sign?',
    lead: (clinic: string) =>
      `Your treatment does not depend on signing. If you decline, we tell ${clinic}, and this link stops working.`,
    reason: 'Your reason (optional)',
    submit: 'Decline to Sign',
    back: 'Back to the Form',
  },
  declined: {
    title: 'Declined',
    heading: 'You have declined to sign',
    text: (clinic: string) => `We let ${clinic} know. You don’t need to do anything else.`,
    after: (clinic: string) =>
      `If you change your mind, ask ${clinic} for a new link. If you are using the clinic’s device, please hand it back.`,
  },
  signed: {
    title: 'Signed',
    heading: 'Thank you for signing',
    text: (clinic: string) => `Please hand the device back. ${clinic} gives you a copy of the form.`,
    after: 'The form can no longer be opened on this device.',
    signIn: 'Sign In',
  },
  dead: {
    title: 'This form cannot be opened',
    text: answers.deadLink.en as string,
    why: (clinic: string) =>
      `Each link works once, for a limited time. It also stops working when you get a newer one. If you already signed, you don’t need to do anything else. Need help? Contact ${clinic}.`,
    question: 'Was this form sent to you?',
    ask: 'Enter the patient’s date of birth, and we tell you what happened.',
    unproven: (clinic: string) =>
      `We can’t tell you more about this link. Check the date, or contact ${clinic}.`,
    submit: 'Show What Happened',
  },
  ended: {
    title: 'What happened to this form',
    copy: 'Get Your Copy',
    endings: {
      signed: {
        title: 'This form is signed',
        text: (day, clinic) =>
          `You signed this form on ${day}. ${clinic} has it. You don’t need to do anything else.`,
      },
      rejected: {
        title: 'This form does not count',
        text: (day, clinic) =>
          `You signed this form on ${day}, but ${clinic} could not accept it. Ask ${clinic} for a new link.`,
      },
      declined: {
        title: 'You declined this form',
        text: (day, clinic) =>
          `You declined to sign on ${day}. If you change your mind, ask ${clinic} for a new link.`,
      },
      expired: {
        title: 'This link is too old',
        text: (day, clinic) => `The link ended on ${day}. Nothing was signed. Ask ${clinic} for a new link.`,
      },
      replaced: {
        title: 'You have a newer link',
        text: (day, clinic) =>
          `On ${day}, ${clinic} made a newer link for this form. Look for a newer message, or ask ${clinic} for the link.`,
      },
      locked: {
        title: 'This link is locked',
        text: (day, clinic) =>
          `There were too many wrong answers, so we locked this link on ${day}. Nothing was signed. Ask ${clinic} for a new link.`,
      },
      withdrawn: {
        title: 'This form was taken back',
        text: (day, clinic) =>
          `${clinic} took this form back on ${day}. Nothing was signed. Ask ${clinic} if you still need to sign.`,
      },
    } as Record<RequestEnding, Ending>,
  },
  copy: {
    title: 'Your signed form',
    thanks: 'Thank you for signing',
    dead: (clinic: string) =>
      `You can download your copy for 30 days after you sign. After that, ask ${clinic} for a copy. You can also get it on paper.`,
    signedOn: (at: string, clinic: string) =>
      `Signed on ${at}. We let ${clinic} know. You don’t need to do anything else.`,
    lead: (clinic: string) => `${clinic} needs to confirm who you are before you can get the signed form.`,
    download: 'Download Your Copy',
    keep: (day: string) =>
      `Keep the copy. Until ${day} you can also come back to this page. Save its address, and don’t share it. You can ask the clinic for a paper copy.`,
    proof: 'If anyone ever questions your copy, this code proves that it was not changed.',
    hash: (sha256: string) => `SHA-256 of the signed form: ${sha256}`,
    fileName: 'signed-consent-form.pdf',
  },
  /** Signing with DocuSign on a device of the clinic. */
  away: {
    titles: {
      ready: 'Sign with DocuSign',
      'not yet': 'Not signed yet',
      unknown: 'We don’t know yet if you signed',
      ended: 'This form can no longer be signed',
      dead: 'This form cannot be opened',
    },
    /** The problem is a sentence in English, for the clinic. */
    notOpened: (problem: string) => `DocuSign could not be opened: ${problem}. Nothing was signed.`,
    ready: (clinic: string) =>
      `${clinic} uses DocuSign for this form. You will read and sign it on this device, and then DocuSign brings you back here.`,
    'not yet': (clinic: string) =>
      `DocuSign does not have your signature yet. If you just signed, wait a moment. If not, open the form again, or hand the device back so that ${clinic} can help you.`,
    unknown: (clinic: string) =>
      `We can’t reach DocuSign right now. If you signed, ${clinic} will find out when DocuSign answers. You don’t need to sign again.`,
    ended: 'This form was cancelled or has expired, and nothing was signed. Please hand the device back.',
    dead: (clinic: string) => `Please hand the device back. ${clinic} can help you.`,
    look: 'Look Again',
    open: 'Open the Form',
  },
}

/** The texts of the pages that patients see. A language without one of them does not compile. */
export type PageTexts = typeof english
