import { clinic, inMenu, patientsAt, patientTab, press, type View } from './opening.ts'

/** The dialogs and tabs about forwarded records. */
export const forwardingViews: readonly View[] = [
  {
    name: 'patient records tab forwarded',
    path: patientsAt('records_forwarded'),
    roles: clinic,
    open: patientTab('Records'),
  },
  {
    name: 'patient disclosures tab',
    path: patientsAt('records_forwarded'),
    roles: clinic,
    open: patientTab('Disclosures'),
  },
  {
    name: 'forward records',
    path: patientsAt('pending_records'),
    roles: clinic,
    open: inMenu('Forward Records'),
    submit: 'Forward Records',
  },
  {
    name: 'withdraw link',
    path: patientsAt('records_forwarded'),
    roles: clinic,
    open: async (page) => {
      await patientTab('Records')(page)
      await press(/^Withdraw the link for/)(page)
    },
  },
  {
    name: 'link to records',
    path: patientsAt('records_forwarded'),
    roles: clinic,
    open: async (page) => {
      await patientTab('Records')(page)
      await press(/^Show the link for/)(page)
    },
  },
]
