import type { Statements } from '../statement.ts'
import { but, everyone, listOfOwnPatients, ofOwnPatients } from '../verdicts.ts'
import { OURS } from '../world.ts'

/** Tasks, alerts and appointments. */
export const workQueries: Statements = {
  tasks: { verdicts: listOfOwnPatients, shows: () => `Call ${OURS}` },
  appointments: { verdicts: listOfOwnPatients, shows: () => `${OURS} is seen` },
  alerts: {
    verdicts: but(everyone, {
      admin: 'empty',
      staffOther: 'empty',
      attorneyAssigned: 'empty',
      attorneyOther: 'empty',
    }),
    shows: () => `${OURS} signed`,
  },
}

const othersAlert = but(everyone, {
  admin: 'not_found',
  staffOther: 'not_found',
  attorneyAssigned: 'not_found',
  attorneyOther: 'not_found',
})

/** "Tasks: all by the clinic; by attorneys those on their patients, and own tasks without a patient." */
export const workMutations: Statements = {
  addTask: [
    {
      about: 'on a patient',
      verdicts: ofOwnPatients,
      ask: ({ chart, people }) => ({
        title: 'Call back',
        patientId: chart.id,
        assignedTo: people.staffCreator.id,
      }),
    },
    {
      about: 'for oneself, on nobody in particular',
      verdicts: everyone,
      ask: (_world, own) => ({ title: 'Call back', assignedTo: own }),
    },
    {
      about: 'for somebody else, on nobody in particular',
      verdicts: but(everyone, { attorneyAssigned: 'invalid', attorneyOther: 'invalid' }),
      ask: ({ people }) => ({ title: 'Call back', assignedTo: people.colleague.id }),
      ghost: 'invalid',
    },
    {
      about: 'for an attorney who does not have the patient',
      verdicts: but(ofOwnPatients, {
        admin: 'invalid',
        staffCreator: 'invalid',
        staffOther: 'invalid',
        attorneyAssigned: 'invalid',
      }),
      ask: ({ chart, people }) => ({
        title: 'Call back',
        patientId: chart.id,
        assignedTo: people.attorneyOther.id,
      }),
    },
  ],
  editTask: [
    {
      about: 'on a patient',
      verdicts: ofOwnPatients,
      ask: ({ task }) => ({ taskId: task.id, status: 'completed' }),
    },
    {
      about: 'of staff, on nobody in particular',
      verdicts: but(everyone, { attorneyAssigned: 'not_found', attorneyOther: 'not_found' }),
      ask: ({ ownTask }) => ({ taskId: ownTask.id, priority: 'high' }),
    },
    {
      about: 'of an attorney, on nobody in particular',
      verdicts: ofOwnPatients,
      ask: ({ attorneysTask }) => ({ taskId: attorneysTask.id, status: 'cancelled' }),
    },
  ],
  readAlert: [
    {
      about: 'of the creator',
      verdicts: othersAlert,
      ask: ({ creatorsAlert }) => ({ alertId: creatorsAlert.id }),
    },
    {
      about: 'of an attorney who no longer has the patient',
      verdicts: but(othersAlert, { staffCreator: 'not_found' }),
      ask: ({ staleAlert }) => ({ alertId: staleAlert.id }),
    },
  ],
  readAllAlerts: { verdicts: everyone },
}
