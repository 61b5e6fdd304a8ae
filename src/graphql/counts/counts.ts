import { type Counts as CountsShape, readCounts } from '#operations/counts/readCounts.ts'
import { builder } from '../builder.ts'

const Counts = builder.objectRef<CountsShape>('Counts').implement({
  description: 'How much there is of what waits, in the caller’s scope.',
  fields: (t) => ({
    patients: t.exposeInt('patients', { description: 'All patients but the dropped ones.' }),
    unsignedConsents: t.exposeInt('unsignedConsents', {
      description: 'Patients at `pending_consent` or `consent_sent`.',
    }),
    openTasks: t.exposeInt('openTasks', { description: 'Tasks that are `pending` or `in_progress`.' }),
    unreadAlerts: t.exposeInt('unreadAlerts', { description: 'The caller’s own alerts that were not read.' }),
    formsToReview: t.exposeInt('formsToReview', {
      description: 'Patients whose signed form waits for a review by staff.',
    }),
  }),
})

builder.queryField('counts', (t) =>
  t.withAuth({ can: 'dashboard.read' }).field({
    type: Counts,
    description: 'What the frame of every screen counts: patients, consents, tasks and alerts.',
    resolve: (_root, _args, context) => readCounts(context, {}),
  }),
)
