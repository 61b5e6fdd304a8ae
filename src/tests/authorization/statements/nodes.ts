import type { Fixtures } from '../fixtures.ts'
import type { Statement, Statements } from '../statement.ts'
import { but, ofOwnPatients, type Verdict, type Verdicts } from '../verdicts.ts'
import { bulkJobQueries } from './bulkJobs.ts'
import { importQueries } from './imports.ts'
import { patientQueries } from './patients.ts'
import { peopleQueries } from './people.ts'
import { workQueries } from './work.ts'

const people = ['admin', 'staffCreator', 'staffOther', 'attorneyAssigned', 'attorneyOther'] as const
const keys = ['readKey', 'writeKey', 'serviceKey'] as const

/** What a role or a key may not read does not exist, because the caller does not know the type before. */
function withoutTypes(verdicts: Verdicts): Verdicts {
  const hidden = (verdict: Verdict | undefined) => (verdict === 'forbidden' ? 'not_found' : verdict)
  return {
    ...verdicts,
    ...Object.fromEntries(
      [...people, ...keys].flatMap((name) => (verdicts[name] ? [[name, hidden(verdicts[name])]] : [])),
    ),
  }
}

/** The statements of the field that opens this type by its ID. */
const sameAs = (field: Statements[string] | undefined, type: string): Statement[] =>
  [field ?? []].flat().map(({ about, shows: _, ...statement }) => ({
    ...statement,
    about: [type, about].filter(Boolean).join(' '),
  }))

/** The same for a type that not everyone may read. */
const sameAsHidden = (field: Statements[string] | undefined, type: string): Statement[] =>
  sameAs(field, type).map((statement) => ({ ...statement, verdicts: withoutTypes(statement.verdicts) }))

const byId = (about: string, verdicts: Verdicts, idOf: (fixtures: Fixtures) => string): Statement => ({
  about,
  verdicts,
  ask: (fixtures) => ({ id: idOf(fixtures) }),
})

/** A caller can open an object as a node exactly if they can open it with the field of its type (QUALITY S25). */
export const nodeQueries: Statements = {
  node: [
    ...sameAs(patientQueries.patient, 'a patient'),
    ...sameAs(workQueries.task, 'a task'),
    ...sameAs(workQueries.appointment, 'an appointment'),
    ...sameAs(workQueries.alert, 'an alert'),
    ...sameAsHidden(peopleQueries.user, 'an account'),
    ...sameAsHidden(peopleQueries.auditLog, 'an entry of the audit log'),
    ...sameAsHidden(importQueries.patientImport, 'an import'),
    ...sameAs(bulkJobQueries.bulkJob, 'a bulk job'),
    byId('a note', ofOwnPatients, ({ note }) => note.id),
    byId('a record', ofOwnPatients, ({ record }) => record.id),
    byId(
      'a record after the consent was revoked',
      but(ofOwnPatients, { attorneyAssigned: 'forbidden' }),
      ({ revoked }) => revoked.record.id,
    ),
  ],
}
