import { type Cache, cacheExchange } from '@urql/exchange-graphcache'
import { introspection } from '#generated/introspection.ts'

type Introspected = { kind: string; name: string; fields?: readonly { name: string }[] }

/** Types without an id live inside whoever holds them. */
const embedded = Object.fromEntries(
  (introspection.__schema.types as unknown as readonly Introspected[])
    .filter(({ kind, fields }) => kind === 'OBJECT' && !fields?.some(({ name }) => name === 'id'))
    .map(({ name }) => [name, () => null]),
)

/** Whatever lists or counts patients: read again after any of the changes below. */
const patientLists = ['patients', 'dashboardStats', 'appointments']
const patientChanges = [
  'addPatient',
  'editPatient',
  'sendConsent',
  'scheduleConsultation',
  'overridePatientStatus',
  'dropPatient',
  'reassignPatient',
  'markSchedulable',
  'bookAppointment',
  'editAppointment',
  'cancelAppointment',
  'completeAppointment',
  'markNoShow',
  'completeTreatment',
  'awaitRecords',
  'markRecordsForwarded',
  'voidConsentRequest',
  'revokeConsent',
]

function forget(cache: Cache, names: readonly string[]): void {
  for (const { fieldName, fieldKey } of cache.inspectFields('Query')) {
    if (names.includes(fieldName)) cache.invalidate('Query', fieldKey)
  }
}

export const makeCache = () =>
  cacheExchange({
    schema: introspection as never,
    keys: embedded,
    updates: {
      Mutation: Object.fromEntries(
        patientChanges.map((name) => [
          name,
          (result: Record<string, unknown>, _args: unknown, cache: Cache) => {
            if (result[name]) forget(cache, patientLists)
          },
        ]),
      ),
    },
  })
