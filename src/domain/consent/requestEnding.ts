/** The one answer to strangers about a link that does not work, so that it does not reveal the reason. */
export const DEAD_LINK = 'This link is no longer valid. Ask the clinic to send you a new one.'

/** How a consent request ended, as its holder is told. */
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

type Told = { title: string; text: (day: string, clinicName: string) => string }

/** What the signing page tells the holder who proves who they are. */
export const endingTexts: Record<RequestEnding, Told> = {
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
