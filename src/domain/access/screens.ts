/** The paths of the screens. */
export const paths = {
  home: '/',
  dashboard: '/dashboard',
  patients: '/patients',
  importPatients: '/patients/import',
  accounting: '/patients/accounting',
  tasks: '/tasks',
  schedule: '/schedule',
  consentForms: '/consent-forms',
  consentTemplates: '/consent-forms/templates',
  reports: '/reports',
  users: '/users',
  auditLogs: '/audit-logs',
  settings: '/settings',
  guide: '/guide',
  changePassword: '/change-password',
  secondFactor: '/second-factor',
  signOut: '/sign-out',
  forgotPassword: '/forgot-password',
  verify: '/verify',
  apiReference: '/api-reference',
} as const

/** A tab of the chart that links open. */
export type ChartTab = 'records' | 'consent' | 'disclosures'

/** The URL of a patient's chart, or of one of its tabs, which can be sent to a colleague. */
export const patientPath = (id: string, tab?: ChartTab): string =>
  `${paths.patients}?patient=${encodeURIComponent(id)}${tab ? `&tab=${tab}` : ''}`

/** The URL of a patient's accounting of disclosures. */
export const accountingPath = (id: string) => `${paths.accounting}?patient=${encodeURIComponent(id)}`

/** The URL of the document of a disclosure outside of Caseload. The route checks access each time. */
export const disclosureDocumentPath = (patientId: string, manualDisclosureId: string): string =>
  `/api/patients/${patientId}/manual-disclosures/${manualDisclosureId}/document`

/** The URL that opens what an alert is about. It is mailed, so it contains only the alert's ID. */
export const alertPath = (id: string) => `/alerts/${encodeURIComponent(id)}`

/** Whether the path is the URL of an alert. */
export const isAlertPath = (path: string): boolean => /^\/alerts\/[\w-]{1,64}$/.test(path)

/** A section of the operator's guide, by the ID of its heading. */
export const guidePath = (section: string) => `${paths.guide}#${section}`

/** The patient list filtered to one status. */
export const statusPath = (status: string) => `${paths.patients}?status=${encodeURIComponent(status)}`

/** The URL where the patient reads and signs. The secret is the only credential. */
export const signingPath = (secret: string) => `/sign/${secret}`

/** The URL where an attorney opens forwarded records. The secret is the only credential. */
export const forwardedPath = (secret: string) => `/forwarded/${secret}`

/** The URL where a patient answers a reminder. The secret is the only credential. */
export const reminderPath = (secret: string) => `/reminder/${secret}`

/** The URL where a user sets a password. The secret is the only credential. */
export const setPasswordPath = (secret: string) => `/set-password/${secret}`

/** The path to which staff post to hand a device to a patient. */
export const SIGN_HERE = '/sign/here'
/** The page of a handed-over device while the patient signs at another provider. */
export const signingAwayPath = (requestId: string) => `/sign/away/${requestId}`
/** The page of a device after the patient has signed on it. */
export const SIGNED_HERE = '/sign/signed'
/** The page of a patient who declined. */
export const DECLINED = '/sign/declined'

/** The secret in the URL of a signing page; `null` for any other URL. */
export const signingSecretIn = (url: string | undefined): string | null =>
  /^\/sign\/([\w-]+)(?:\?|$)/.exec(url ?? '')?.[1] ?? null

/** The public URL of the clinic's logo, which changes with its content. */
export const clinicLogoPath = (sha256: string) => `/clinic-logo/${sha256}`

/**
 * The URL of a patient's signed form: of one request, or the one in force. The route checks access each time.
 */
export const consentFormPath = (patientId: string, requestId?: string): string =>
  `/api/patients/${patientId}/consent-form${requestId ? `?requestId=${requestId}` : ''}`

/** The URL of the certificate that the signing provider issued with a signed form. The same access is checked. */
export const consentCertificatePath = (patientId: string, requestId: string): string =>
  `${consentFormPath(patientId, requestId)}&part=certificate`

/** The URL of the sealed scan of a form on paper. The same access is checked. */
export const sealedScanPath = (patientId: string, requestId: string): string =>
  `${consentFormPath(patientId, requestId)}&part=sealed_scan`

/** The URL of the proof of authority that a personal representative uploaded. The route checks access each time. */
export const consentProofPath = (patientId: string, requestId: string): string =>
  `/api/patients/${patientId}/consent-requests/${requestId}/proof`
