/** The message about every link that does not work. It is always the same, so that strangers do not learn the reason. */
export const DEAD_LINK = 'This link is no longer valid. Ask the clinic to send you a new one.'

/** How a consent request ended, for the holder of its link. */
export const requestEndings = [
  'signed',
  'rejected',
  'declined',
  'expired',
  'replaced',
  'locked',
  'withdrawn',
] as const
export type RequestEnding = (typeof requestEndings)[number]

type EndingText = { title: string; text: (day: string, clinicName: string) => string }

/** What the signing page tells the holder of a link after they enter the patient's date of birth. */
export const endingTexts: Record<RequestEnding, EndingText> = {
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
}
