import './scalars.ts'
import './users/queries.ts'
import './users/accounts.ts'
import './sessions/sessions.ts'
import './patients/queries.ts'
import './patients/mutations.ts'
import './consent/consent.ts'
import './appointments/appointments.ts'
import './appointments/mutations.ts'
import './audit/audit.ts'
import './notes/notes.ts'
import './records/records.ts'
import './tasks/tasks.ts'
import './alerts/alerts.ts'
import './apiKeys/apiKeys.ts'
import { builder } from './builder.ts'

/** The one schema behind GraphQL, REST and the pages. */
export const schema = builder.toSchema()
