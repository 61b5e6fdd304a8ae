import { cardActions } from '#domain/patients/cardActions.ts'
import type { OfferMenu } from './PatientActions.tsx'

/** The menu of a row of the dashboard's card. */
export const cardMenu = {
  actionsOf: cardActions,
  icons: { send_consent: 'send', schedule: 'calendar', view: 'eye', edit: 'edit' },
} as const satisfies OfferMenu
