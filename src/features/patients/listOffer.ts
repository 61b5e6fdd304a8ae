import { nextOnRow } from '#domain/patients/nextActions.ts'
import { cardOffer } from './cardOffer.ts'
import type { Offer } from './PatientActions.tsx'

/** What SPEC 2.5 has on a row of the list. */
export const listOffer: Offer = {
  ...cardOffer,
  nextOf: nextOnRow,
  loadMenu: () => import('./listMenu.ts').then(({ listMenu }) => listMenu),
}
