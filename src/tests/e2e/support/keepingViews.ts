import { admin, clinic, patientsAt, patientTab, press, type View } from './opening.ts'

/** Deleted and held records; `kept.ts` has the patients. */
export const keepingViews: readonly View[] = [
  {
    name: 'patient records tab deleted',
    path: patientsAt('schedulable'),
    roles: admin,
    open: async (page) => {
      await patientTab('Records')(page)
      await press('Deleted')(page)
    },
  },
  {
    name: 'delete record',
    path: patientsAt('pending_records'),
    roles: admin,
    open: async (page) => {
      await patientTab('Records')(page)
      await press(/^Delete /)(page)
    },
    submit: 'Delete Record',
  },
  {
    name: 'patient records tab held',
    path: patientsAt('treatment_completed'),
    roles: clinic,
    open: patientTab('Records'),
  },
  {
    name: 'patient on hold',
    path: patientsAt('treatment_completed'),
    roles: clinic,
    open: patientTab('Overview'),
  },
  {
    name: 'legal hold',
    path: patientsAt('treatment_completed'),
    roles: admin,
    open: async (page) => {
      await patientTab('Overview')(page)
      await press('Legal Hold')(page)
    },
  },
  {
    name: 'place legal hold',
    path: patientsAt('consent_signed'),
    roles: admin,
    open: async (page) => {
      await patientTab('Overview')(page)
      await press('Legal Hold')(page)
      await press('Place Legal Hold')(page)
    },
    submit: 'Place Legal Hold',
  },
  {
    name: 'lift legal hold',
    path: patientsAt('treatment_completed'),
    roles: admin,
    open: async (page) => {
      await patientTab('Overview')(page)
      await press('Legal Hold')(page)
      await press(/^Lift the hold: /)(page)
    },
    submit: 'Lift Legal Hold',
  },
  { name: 'legal holds', path: '/settings', roles: admin, open: press('Legal Holds') },
  { name: 'requests by patients', path: '/settings', roles: admin, open: press('Requests by Patients') },
]
