/** What a scope allows, as text for Settings and the schema. `writes` says whether it allows changes. */
type ScopeFacts = { writes: boolean; label: string; description: string }

/** Every scope of an API key, in the order in which they are shown. */
export const scopeFacts = {
  patients_read: {
    writes: false,
    label: 'Read patients',
    description:
      'Patients, their charts and notes, consent requests and signed forms, alerts and saved views',
  },
  patients_write: {
    writes: true,
    label: 'Change patients',
    description: 'Add, edit, assign, restrict and drop patients, change their status, and write notes',
  },
  consent_send: {
    writes: true,
    label: 'Ask for consent',
    description: 'Send, resend, void and revoke consent, record paper forms, and show signing links',
  },
  records_read: {
    writes: false,
    label: 'Read records',
    description: 'List and download records, and read forwardings, disclosures and legal holds',
  },
  records_write: {
    writes: true,
    label: 'Change records',
    description: 'Upload, move, delete and restore records, and place and lift legal holds',
  },
  forwarding_write: {
    writes: true,
    label: 'Forward records',
    description: 'Forward records to attorneys, and show and withdraw the links',
  },
  tasks_read: { writes: false, label: 'Read tasks', description: 'List and open tasks' },
  tasks_write: { writes: true, label: 'Change tasks', description: 'Add, edit, complete and cancel tasks' },
  appointments_read: {
    writes: false,
    label: 'Read appointments',
    description: 'List and open appointments, and see when people are busy',
  },
  appointments_write: {
    writes: true,
    label: 'Change appointments',
    description: 'Book, change and cancel appointments, schedule consultations, and set working hours',
  },
  reports_read: {
    writes: false,
    label: 'Read reports',
    description: 'Export reports, and read the dashboard figures and recent activity',
  },
  import_run: {
    writes: true,
    label: 'Import patients',
    description: 'Import patients from a file. The user does not have to be an administrator.',
  },
  audit_read: {
    writes: false,
    label: 'Read the audit log',
    description: 'Read and export the audit log. The user does not have to be an administrator.',
  },
  accounts_write: {
    writes: true,
    label: 'Create and deactivate users',
    description:
      'List users, and create and deactivate all but administrators. The user does not have to be an administrator.',
  },
  webhooks_write: {
    writes: true,
    label: 'Manage its webhooks',
    description:
      'Add, change and remove webhooks of this key. The user does not have to be an administrator.',
  },
} as const satisfies Record<string, ScopeFacts>

export type ApiKeyScope = keyof typeof scopeFacts
export const apiKeyScopes = Object.keys(scopeFacts) as [ApiKeyScope, ...ApiKeyScope[]]

/** Whether a key with these scopes may change anything. */
export const canWrite = (scopes: readonly ApiKeyScope[]): boolean =>
  scopes.some((scope) => scopeFacts[scope].writes)

/** The two former scopes, which the published argument and field still have. */
export const formerScopes = ['read', 'write'] as const
export type FormerScope = (typeof formerScopes)[number]

const beyondFormer: readonly ApiKeyScope[] = ['import_run', 'audit_read', 'accounts_write', 'webhooks_write']

/** The scopes that a former scope includes (DECISIONS, "Keys and programs"). */
export const scopesOfFormer: Record<FormerScope, ApiKeyScope[]> = {
  read: apiKeyScopes.filter((scope) => !scopeFacts[scope].writes && !beyondFormer.includes(scope)),
  write: apiKeyScopes.filter((scope) => !beyondFormer.includes(scope)),
}

/** The closest former scope, which says whether the key may make changes. */
export const formerScopeOf = (scopes: readonly ApiKeyScope[]): FormerScope =>
  canWrite(scopes) ? 'write' : 'read'
