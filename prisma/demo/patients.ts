import type { PatientStatus } from '#domain/patients/status.ts'
import type { AccountKey } from './accounts.ts'
import { askedPatients } from './askedPatients.ts'
import { consentedPatients } from './consentedPatients.ts'
import { departedPatients } from './departedPatients.ts'
import { pendingPatients } from './pendingPatients.ts'
import { treatedPatients } from './treatedPatients.ts'

/** A patient as the demo is told: who they are, where they stand, and what led there. */
export type DemoPatient = {
  firstName: string
  lastName: string
  /** Where it cannot be made from the name. */
  email?: string
  phone: string | null
  dateOfBirth: string | null
  injury: { what: string; daysBefore: number } | null
  address: string | null
  notes?: string
  by: AccountKey
  attorney: AccountKey | null
  status: PatientStatus
  /** Working days ago, in round numbers. */
  registered: number
  /**
   * What is unusual about the consent: asked once before and declined, or not signed in time; brought on paper
   * at registration; or recorded by an administrator's override. Without a story it went the plain way.
   */
  story?: 'declined' | 'expired' | 'at_the_desk' | 'override'
  declineReason?: string
  consultation?: 'coming' | 'moved' | 'held' | 'missed'
  skipsPendingRecords?: boolean
  /** From which status, by whom and why. */
  drop?: { at: PatientStatus; by: AccountKey; reason: string }
}

export const demoPatients: DemoPatient[] = [
  ...pendingPatients,
  ...askedPatients,
  ...consentedPatients,
  ...treatedPatients,
  ...departedPatients,
]
