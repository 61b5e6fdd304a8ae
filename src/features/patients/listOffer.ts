import { nextOnRow } from '#domain/patients/nextActions.ts'
import { cardOffer } from './cardOffer.ts'
import type { Offer } from './PatientActions.tsx'

/** The actions on a row of the patient list (SPEC 2.5). */
export const listOffer: Offer = {
  ...cardOffer,
  nextOf: nextOnRow,
  loadMenu: () => import('./listMenu.ts').then(({ listMenu }) => listMenu),
}
