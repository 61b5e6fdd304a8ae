import type { Language } from '#domain/language.ts'
import type { PatientStatus } from '#domain/patients/status.ts'
import type { AccountKey } from './accounts.ts'

/** A demo patient: personal data, current status and the events that led to it. */
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
  /** English if omitted. */
  preferredLanguage?: Language
  by: AccountKey
  attorney: AccountKey | null
  status: PatientStatus
  /** Working days ago, in round numbers. */
  registered: number
  /**
   * Anything unusual about the consent: an earlier request that was declined or expired, a paper form brought to
   * registration, or an administrator's override. Without one, the patient signed the first request.
   */
  consent?: 'declined' | 'expired' | 'paper' | 'override'
  declineReason?: string
  consultation?: 'coming' | 'moved' | 'held' | 'missed'
  skipsPendingRecords?: boolean
  /** The status before the patient was dropped, the user who did it and the reason. */
  drop?: { at: PatientStatus; by: AccountKey; reason: string }
}
