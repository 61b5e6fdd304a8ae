import { closedPatients } from './closedPatients.ts'
import { consentSentPatients } from './consentSentPatients.ts'
import { consentSignedPatients } from './consentSignedPatients.ts'
import type { DemoPatient } from './demoPatient.ts'
import { pendingPatients } from './pendingPatients.ts'
import { treatedPatients } from './treatedPatients.ts'

export const demoPatients: DemoPatient[] = [
  ...pendingPatients,
  ...consentSentPatients,
  ...consentSignedPatients,
  ...treatedPatients,
  ...closedPatients,
]
