import type { Language } from '../language.ts'

type Clinic = { clinic: string }

/** The texts of the e-mails to patients. A mail names no patient and no reason for care. */
const en = {
  phone: 'Phone',
  address: 'Address',
  /** The name of the file at another signing provider. */
  consentForm: 'Consent form',
  openByHand: 'If that does not open, copy this address into a browser:',
  invitation: {
    subject: ({ clinic }: Clinic) => `${clinic}: please read and sign a form`,
    opening: ({ clinic }: Clinic) =>
      `${clinic} has a consent form for you to read and sign. You can use a phone or a computer. It takes a few minutes.`,
  },
  reminder: {
    subject: ({ clinic }: Clinic) => `${clinic}: a form is waiting for your signature`,
    opening: ({ clinic }: Clinic) =>
      `${clinic} sent you a consent form to read and sign, and is waiting for your answer. You can use a phone or a computer. It takes a few minutes.`,
  },
  signing: {
    link: 'Read and sign the form',
    until: (day: string) =>
      `The link works until ${day}, for one signature. Do not share it: anyone who has the link could sign for you.`,
    help: ({ clinic, sender }: Clinic & { sender: string }) =>
      `On that page, you can also decline or ask for a paper form. Questions? Ask ${sender}, who had this sent to you, or call ${clinic}. Replies to this message may not be read.`,
  },
  /** Why another signing provider no longer lets the patient sign. */
  withdrawn: { reason: 'The clinic took this form back. You don’t need to sign it.' },
  code: {
    subject: ({ clinic }: Clinic) => `${clinic}: your code`,
    opening: ({ clinic }: Clinic) => `Use this code to open the form from ${clinic}:`,
    until: ({ clinic, minutes }: Clinic & { minutes: number }) =>
      `It works for ${minutes} minutes after you ask for it, only in the browser you used. ${clinic} will never ask you for this code.`,
    help: ({ clinic }: Clinic) =>
      `If you did not ask for a code, you don’t need to do anything. Questions? Call ${clinic}. Replies to this message may not be read.`,
  },
  copy: {
    subject: ({ clinic }: Clinic) => `${clinic}: your copy of the form you signed`,
    opening: ({ clinic }: Clinic) =>
      `Thank you. Your copy of the form that you signed for ${clinic} is ready, to read and to keep.`,
    link: 'Get your copy',
    until: (day: string) => `The link works until ${day}. It is only for you, so please do not share it.`,
    help: ({ clinic }: Clinic) =>
      `If you did not sign anything, or change your mind, call ${clinic}. Replies to this message may not be read.`,
  },
}

export type MailTexts = typeof en

const es: MailTexts = {
  phone: 'Teléfono',
  address: 'Dirección',
  consentForm: 'Formulario de consentimiento',
  openByHand: 'Si no se abre, copie esta dirección en un navegador:',
  invitation: {
    subject: ({ clinic }) => `${clinic}: por favor, lea y firme un formulario`,
    opening: ({ clinic }) =>
      `${clinic} tiene un formulario para que usted lo lea y lo firme. Puede usar un teléfono o una computadora. Toma pocos minutos.`,
  },
  reminder: {
    subject: ({ clinic }) => `${clinic}: falta su firma en un formulario`,
    opening: ({ clinic }) =>
      `${clinic} le mandó un formulario para leer y firmar, y espera su respuesta. Puede usar un teléfono o una computadora. Toma pocos minutos.`,
  },
  signing: {
    link: 'Leer y firmar el formulario',
    until: (day) =>
      `El enlace sirve hasta el ${day}, para una sola firma. No lo comparta: quien tenga el enlace podría firmar por usted.`,
    help: ({ clinic, sender }) =>
      `En esa página también puede decir que no, o pedir el formulario en papel. ¿Tiene preguntas? Hable con ${sender}, que le mandó esto, o llame a ${clinic}. No responda a este mensaje; tal vez nadie lo lea.`,
  },
  withdrawn: { reason: 'La clínica retiró este formulario. Ya no tiene que firmarlo.' },
  code: {
    subject: ({ clinic }) => `${clinic}: su código`,
    opening: ({ clinic }) => `Use este código para abrir el formulario de ${clinic}:`,
    until: ({ clinic, minutes }) =>
      `Sirve por ${minutes} minutos desde que lo pidió, y solo en el navegador que usó. ${clinic} nunca le va a pedir este código.`,
    help: ({ clinic }) =>
      `Si usted no pidió un código, no tiene que hacer nada. ¿Tiene preguntas? Llame a ${clinic}. No responda a este mensaje; tal vez nadie lo lea.`,
  },
  copy: {
    subject: ({ clinic }) => `${clinic}: su copia del formulario que firmó`,
    opening: ({ clinic }) =>
      `Gracias. Ya está lista su copia del formulario que firmó para ${clinic}. Puede leerla y guardarla.`,
    link: 'Ver su copia',
    until: (day) => `El enlace sirve hasta el ${day}. Es solo para usted; por favor, no lo comparta.`,
    help: ({ clinic }) =>
      `Si usted no firmó nada, o si cambia de idea, llame a ${clinic}. No responda a este mensaje; tal vez nadie lo lea.`,
  },
}

/** The e-mails to patients by language. */
export const mailTexts = { en, es } satisfies Record<Language, MailTexts>
