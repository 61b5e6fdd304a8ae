import { cardActions } from '#domain/patients/cardActions.ts'
import type { Offer } from './PatientActions.tsx'

/** The actions on a row of the dashboard card (SPEC 2.4, details in SPEC 2.5). */
export const cardOffer = {
  nextOf: cardActions,
  loadMenu: () => import('./cardMenu.ts').then(({ cardMenu }) => cardMenu),
  words: { send_consent: 'Send Consent', schedule: 'Schedule' },
  most: 1,
} as const satisfies Offer
