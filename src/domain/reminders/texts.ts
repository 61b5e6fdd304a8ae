import type { Language } from '../language.ts'

/** The message about every link that is unknown, old or voided. It is always the same, so that strangers learn nothing. */
export const REMINDER_GONE = 'This link no longer works.'

/** Signed-in users would answer for the patient. */
export const ONLY_THE_PATIENT = 'You are signed in. Only the patient can answer a reminder.'

type Call = { clinic: string; phone: string | null }

/** What patients read in reminders and on the page of a reminder. It says nothing of why they come or whom they see. */
const en = {
  mail: {
    subject: (clinic: string) => `${clinic}: your appointment`,
    opening: (clinic: string, at: string) => `This is a reminder of your appointment at ${clinic} on ${at}.`,
    link: 'Confirm, or ask us to call you',
    change: ({ clinic, phone }: Call) =>
      phone ? `To change the time, call ${clinic} at ${phone}.` : `To change the time, call ${clinic}.`,
    stop: 'You can stop these reminders on the same page. Replies to this message may not be read.',
    /** The second link in the reminder of an unsigned form. */
    formLink: 'Ask us to call you, or stop these reminders',
  },
  /** Text messages. STOP is the word that phone companies know, in every language. */
  text: {
    visit: (clinic: string, at: string, address: string) =>
      `${clinic}: your appointment is on ${at}. Confirm or ask for a call: ${address} Reply STOP to end texts.`,
    form: (clinic: string, address: string) =>
      `${clinic}: a form is waiting for your signature. Read and sign: ${address} Reply STOP to end texts.`,
  },
  visitTitle: 'Your appointment',
  formTitle: 'Your form',
  goneTitle: 'This link does not work',
  gone: 'Part of the link may be missing, the appointment may be over or changed, or the form may be signed already.',
  stoppedTitle: 'You will get no more reminders',
  visit: (clinic: string, at: string) => `Your appointment at ${clinic} is on ${at}.`,
  form: (clinic: string) => `${clinic} sent you a form to read and sign.`,
  confirm: 'Confirm',
  call: 'Please Call Me',
  stop: 'Stop Reminders',
  confirmed: 'Thank you. You have confirmed this appointment.',
  callWanted: 'Thank you. We will call you.',
  stopped: (clinic: string) =>
    `We will send you no more reminders. To get them again, tell ${clinic}. This does not cancel any appointment.`,
  stopHint: 'If you stop reminders, you still have your appointment.',
  contact: (clinic: string) => `Questions? Call ${clinic}.`,
}

const es: typeof en = {
  mail: {
    subject: (clinic) => `${clinic}: su cita`,
    opening: (clinic, at) => `Le recordamos que tiene una cita en ${clinic} el ${at}.`,
    link: 'Confirmar la cita o pedir que le llamemos',
    change: ({ clinic, phone }) =>
      phone
        ? `Para cambiar la hora, llame a ${clinic} al ${phone}.`
        : `Para cambiar la hora, llame a ${clinic}.`,
    stop: 'En la misma página puede dejar de recibir estos recordatorios. Es posible que no leamos las respuestas a este mensaje.',
    formLink: 'Pedir que le llamemos o dejar de recibir recordatorios',
  },
  text: {
    visit: (clinic, at, address) =>
      `${clinic}: su cita es el ${at}. Confirme o pida una llamada: ${address} Responda STOP para no recibir más mensajes.`,
    form: (clinic, address) =>
      `${clinic}: falta su firma en un formulario. Lea y firme: ${address} Responda STOP para no recibir más mensajes.`,
  },
  visitTitle: 'Su cita',
  formTitle: 'Su formulario',
  goneTitle: 'Este enlace no funciona',
  gone: 'Puede que falte parte del enlace, que la cita haya pasado o cambiado, o que el formulario ya esté firmado.',
  stoppedTitle: 'Ya no recibirá recordatorios',
  visit: (clinic, at) => `Su cita en ${clinic} es el ${at}.`,
  form: (clinic) => `${clinic} le mandó un formulario para leer y firmar.`,
  confirm: 'Confirmar',
  call: 'Llámenme, por favor',
  stop: 'No más recordatorios',
  confirmed: 'Gracias. Usted confirmó esta cita.',
  callWanted: 'Gracias. Le vamos a llamar.',
  stopped: (clinic) =>
    `Ya no le mandaremos recordatorios. Si los quiere otra vez, avise a ${clinic}. Esto no cancela ninguna cita.`,
  stopHint: 'Si deja de recibir recordatorios, su cita sigue en pie.',
  contact: (clinic) => `¿Preguntas? Llame a ${clinic}.`,
}

export const reminderTexts: Record<Language, typeof en> = { en, es }
