import { type Cache, cacheExchange } from '@urql/exchange-graphcache'
import { cached } from '#generated/cached.ts'

type Field = { name: string; type: { kind: 'SCALAR'; name: 'Any' }; args: [] }
const nullable = (name: string): Field => ({ name, type: { kind: 'SCALAR', name: 'Any' }, args: [] })

/** The compact form that every screen carries, as the introspection that graphcache reads. */
const schema = {
  __schema: {
    queryType: { name: 'Query' },
    mutationType: { name: 'Mutation' },
    subscriptionType: { name: 'Subscription' },
    types: [
      ...Object.entries(cached.objects).map(([name, fields]) => ({
        kind: 'OBJECT',
        name,
        interfaces: [],
        fields: fields.split(' ').map(nullable),
      })),
      ...Object.entries(cached.abstract).map(([name, possible]) => ({
        kind: 'UNION',
        name,
        possibleTypes: possible.map((one) => ({ kind: 'OBJECT', name: one })),
      })),
    ],
  },
}

/** Types without an id live inside whoever holds them. */
const embedded = Object.fromEntries(cached.embedded.map((name) => [name, () => null]))

/** Whatever lists or counts patients: read again after any of the changes below. */
const patientLists = ['patients', 'dashboardStats', 'appointments', 'recentActivity']
const patientLists = ['patients', 'dashboardStats', 'appointments', 'patientStatusHistory']
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

/** Whatever lists users, read again after any of the changes to one; deleting one moves what they had to another. */
const userLists = ['users', 'assignableUsers']
const userChanges: Record<string, readonly string[]> = {
  createUser: userLists,
  editUser: userLists,
  setUserActive: userLists,
  unlockUser: userLists,
  deleteUser: [...userLists, ...patientLists, 'tasks', 'apiKeys'],
}
/** Whatever lists or counts tasks, likewise. */
const taskLists = ['tasks', 'recentActivity']
const taskChanges = ['addTask', 'editTask']

const stale = [
  ...patientChanges.map((name) => [name, patientLists] as const),
  ...taskChanges.map((name) => [name, taskLists] as const),
]

function forget(cache: Cache, names: readonly string[]): void {
  for (const { fieldName, fieldKey } of cache.inspectFields('Query')) {
    if (names.includes(fieldName)) cache.invalidate('Query', fieldKey)
  }
}

/** Changes after which a list other than of patients is read again. */
const listsAfter: Record<string, readonly string[]> = {
  addNote: ['patientNotes'],
  deleteNote: ['patientNotes'],
}

const changes: Record<string, readonly string[]> = {
  ...Object.fromEntries(patientChanges.map((name) => [name, patientLists])),
  ...listsAfter,
}

export const makeCache = () =>
  cacheExchange({
    schema: schema as never,
    keys: embedded,
    updates: {
      Mutation: Object.fromEntries(
        [...patientChanges.map((name) => [name, patientLists] as const), ...Object.entries(userChanges)].map(
          ([name, lists]) => [
            name,
            (result: Record<string, unknown>, _args: unknown, cache: Cache) => {
              if (result[name]) forget(cache, lists)
            },
          ],
        ),
        stale.map(([name, lists]) => [
        Object.entries(changes).map(([name, lists]) => [
          name,
          (result: Record<string, unknown>, _args: unknown, cache: Cache) => {
            if (result[name]) forget(cache, lists)
          },
        ]),
      ),
    },
  })
