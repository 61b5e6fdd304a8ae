import { askedPatients } from './askedPatients.ts'
import { consentedPatients } from './consentedPatients.ts'
import type { DemoPatient } from './demoPatient.ts'
import { departedPatients } from './departedPatients.ts'
import { pendingPatients } from './pendingPatients.ts'
import { treatedPatients } from './treatedPatients.ts'

export const demoPatients: DemoPatient[] = [
  ...pendingPatients,
  ...askedPatients,
  ...consentedPatients,
  ...treatedPatients,
  ...departedPatients,
]
