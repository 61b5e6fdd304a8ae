/** The texts that patients read in reminders and on the page of a reminder, in one place. */

/** The one text for a link that is unknown, old or voided, so that it tells a stranger nothing. */
export const REMINDER_GONE = 'This link no longer works.'

/** Signed-in users would answer for the patient. */
export const ONLY_THE_PATIENT = 'You are signed in. Only the patient can answer a reminder.'

/** The reminder of a visit, without any word about why the patient comes or whom they see. */
export const visitMail = ({ clinic, at, phone }: { clinic: string; at: string; phone: string | null }) => ({
  subject: `${clinic}: your appointment`,
  opening: `This is a reminder of your appointment at ${clinic} on ${at}.`,
  linkLabel: 'Confirm, or ask us to call you',
  after: [
    phone ? `To change the time, call ${clinic} at ${phone}.` : `To change the time, call ${clinic}.`,
    'You can stop these reminders on the same page. Replies to this message may not be read.',
  ],
})

/** The second link in the reminder of an unsigned form. */
export const FORM_MAIL_LINK = 'Ask us to call you, or stop these reminders'

export const reminderPageTexts = {
  visitTitle: 'Your appointment',
  formTitle: 'Your form',
  goneTitle: 'This link does not work',
  stoppedTitle: 'You will get no more reminders',
  visit: (clinic: string, at: string) => `Your appointment at ${clinic} is on ${at}.`,
  form: (clinic: string) => `${clinic} sent you a form to read and sign.`,
  confirm: 'Confirm',
  call: 'Please Call Me',
  stop: 'Stop Reminders',
  confirmed: 'Thank you. You have confirmed this appointment.',
  callWanted: 'Thank you. We will call you.',
  stopped: (clinic: string) =>
    `We will not send you reminders any more. To get them again, tell ${clinic}. This does not cancel any appointment.`,
  stopHint: 'If you stop reminders, your appointment stays as it is.',
  contact: (clinic: string, phone: string | null) =>
    phone ? `Questions? Call ${clinic} at ${phone}.` : `Questions? Call ${clinic}.`,
}
