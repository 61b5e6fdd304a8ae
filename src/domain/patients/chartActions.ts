import type { Actor } from '../access/actor.ts'
import { consentActions } from './consentActions.ts'
import { requestAction } from './requestActions.ts'
import { offeredOf, type Row, type RowAction, type RowActionId } from './rowAction.ts'
import { rowActions } from './rowActions.ts'
import type { PatientStatus } from './status.ts'

/** What usually comes next at each status, most likely first. */
const nextSteps: Record<PatientStatus, readonly RowActionId[]> = {
  pending_consent: ['send_consent', 'sign_here', 'paper_consent'],
  consent_sent: ['copy_link', 'check_status', 'resend_consent'],
  consent_signed: ['schedule'],
  schedulable: ['complete_treatment', 'schedule'],
  treatment_completed: ['forward_records', 'await_records'],
  pending_records: ['forward_records', 'mark_forwarded'],
  records_forwarded: [],
  dropped: [],
}

/** The chart has a tab or a button for these. */
const elsewhereInChart: readonly RowActionId[] = ['view', 'notes', 'view_records', 'edit']

/** The actions of an open chart: the usual next step, if there is one, and all others for the menu. */
export function chartActions(actor: Actor, patient: Row): { next: RowAction | undefined; menu: RowAction[] } {
  const offered = [
    ...rowActions(actor, patient).filter(({ id }) => !elsewhereInChart.includes(id)),
    ...offeredOf([requestAction(actor, patient)]),
  ]
  const isUsual = (id: RowActionId) => {
    if (id === 'complete_treatment') return patient.hasConsultation
    return id !== 'forward_records' || (!patient.recordsClosed && !patient.lacksForm)
  }
  // Staff first review a signed form, on the consent tab.
  const steps = patient.recordsClosed === 'under_review' ? [] : nextSteps[patient.status].filter(isUsual)
  const next = steps
    .map((step) => offered.find(({ id, reason }) => id === step && !reason))
    .find((action) => action !== undefined)
  return { next, menu: offered.filter((action) => action !== next) }
}

/** The actions that can be used now, for the command palette: the usual next step first. */
export function usableActions(actor: Actor, patient: Row): RowAction[] {
  const { next } = chartActions(actor, patient)
  const others = rowActions(actor, patient).filter(({ id, reason }) => id !== next?.id && !reason)
  return next ? [next, ...others] : others
}

const notOnConsentTab: readonly RowActionId[] = ['schedule', 'mark_schedulable', 'view']

/** The actions of a chart's consent tab. */
export const consentTabActions = (actor: Actor, patient: Row): RowAction[] =>
  offeredOf([
    requestAction(actor, patient),
    ...consentActions(actor, patient).filter(({ id }) => !notOnConsentTab.includes(id)),
  ])
