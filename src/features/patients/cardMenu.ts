import { cardActions } from '#domain/patients/cardActions.ts'
import type { OfferMenu } from './PatientActions.tsx'

/** The menu of a row on the dashboard card. */
export const cardMenu = {
  actionsOf: cardActions,
  icons: { send_consent: 'send', schedule: 'calendar', view: 'eye', edit: 'edit' },
} as const satisfies OfferMenu
