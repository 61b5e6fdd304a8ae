import { cardActions } from '#domain/patients/cardActions.ts'
import type { Offer } from './PatientActions.tsx'

/** What SPEC 2.4 has on a row of the dashboard's card, and SPEC 2.5 says more of. */
export const cardOffer = {
  actionsOf: cardActions,
  icons: { send_consent: 'send', schedule: 'calendar', view: 'eye', edit: 'edit' },
  next: { send_consent: 'Send Consent', schedule: 'Schedule' },
  most: 1,
} as const satisfies Offer
