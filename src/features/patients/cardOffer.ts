import { cardActions } from '#domain/patients/cardActions.ts'
import type { Offer } from './PatientActions.tsx'

/** What SPEC 2.4 has on a row of the dashboard's card, and SPEC 2.5 says more of. */
export const cardOffer = {
  nextOf: cardActions,
  loadMenu: () => import('./cardMenu.ts').then(({ cardMenu }) => cardMenu),
  words: { send_consent: 'Send Consent', schedule: 'Schedule' },
  most: 1,
} as const satisfies Offer
