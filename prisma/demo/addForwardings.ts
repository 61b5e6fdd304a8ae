import { forwardingEndsAt } from '#domain/records/forwarding.ts'
import {
  addAlerts,
  addAuditRow,
  type Coworker,
  type DemoClinic,
  type DemoHistory,
  minutesAfter,
} from './demoClinic.ts'
import type { ForwardingToStore } from './demoRows.ts'
import { clerk } from './patientHistories.ts'

const PURPOSE = 'Legal representation'

/** Adds the forwarding of each patient whose records were forwarded to the assigned attorney, who opens it. */
export function addForwardings(clinic: DemoClinic): void {
  for (const history of clinic.histories) {
    if (history.row.status !== 'records_forwarded') continue
    const recipient = assigneeOf(clinic, history)
    const made = forward(clinic, history, recipient)
    const openedAt = minutesAfter(made.forwarding.createdAt, clinic.chance.between(20, 90))
    if (openedAt < clinic.office.now) open(clinic, made, recipient, openedAt)
  }
}

/** Forwards all records when the patient became Records Forwarded, as `forwardRecords` does. */
function forward(clinic: DemoClinic, history: DemoHistory, recipient: Coworker): ForwardingToStore {
  const { row, definition } = history
  const { id: patientId, statusSince: at, consentSignedAt, consentExpiresAt } = row
  const by = clerk(clinic, definition)
  const signed = clinic.rows.requests.find((one) => one.patientId === patientId && one.state === 'signed')
  if (!signed) throw new Error(`${row.lastName} has not signed`)
  const id = clinic.ids.random()
  const made: ForwardingToStore = {
    id,
    forwarding: {
      id,
      patientId,
      recipientId: recipient.userId,
      consentRequestId: signed.id,
      consentSignedAt,
      basis: 'authorization',
      basisReference: null,
      basisReason: null,
      purpose: PURPOSE,
      note: null,
      linkHash: clinic.forwardingHash(id),
      forwardedById: by.userId,
      createdAt: at,
      expiresAt: forwardingEndsAt(at, consentExpiresAt),
      openedAt: null,
      downloads: 0,
      endedAt: null,
      endedById: null,
      endedFor: null,
    },
    recordIds: clinic.rows.records.filter((one) => one.patientId === patientId).map((one) => one.id),
    disclosures: [],
  }
  for (const recordId of made.recordIds) disclose(clinic, made, 'forwarded', at, { recordId, by: by.userId })
  clinic.rows.forwardings.push(made)
  addAuditRow(clinic, by, at, { action: 'created', resourceType: 'forwarding', resourceId: id, patientId })
  addAlerts(clinic, 'records_forwarded', { at, by, patientId, facts: { patient: row } }, [recipient.userId])
  return made
}

function assigneeOf({ staff }: DemoClinic, { row }: DemoHistory): Coworker {
  const found = [...staff.values()].find(({ userId }) => userId === row.assignedAttorneyId)
  if (!found) throw new Error(`${row.lastName} has no attorney`)
  return found
}

/** The attorney opens the link and downloads each record. */
function open(clinic: DemoClinic, made: ForwardingToStore, recipient: Coworker, openedAt: Date): void {
  const { forwarding, recordIds } = made
  const { id, patientId } = forwarding
  Object.assign(forwarding, { openedAt, downloads: recordIds.length })
  disclose(clinic, made, 'opened', openedAt)
  addAuditRow(clinic, recipient, openedAt, {
    action: 'viewed',
    resourceType: 'forwarding',
    resourceId: id,
    patientId,
  })
  for (const [index, recordId] of recordIds.entries()) {
    const at = minutesAfter(openedAt, index + 1)
    disclose(clinic, made, 'downloaded', at, { recordId })
    addAuditRow(clinic, recipient, at, {
      action: 'downloaded',
      resourceType: 'patient_record',
      resourceId: recordId,
      patientId,
    })
  }
}

/** Adds a line to the accounting of disclosures. */
function disclose(
  clinic: DemoClinic,
  { forwarding, disclosures }: ForwardingToStore,
  kind: ForwardingToStore['disclosures'][number]['kind'],
  at: Date,
  { recordId, by }: { recordId?: string; by?: string } = {},
): void {
  const {
    id: forwardingId,
    patientId,
    recipientId,
    purpose,
    basis,
    consentRequestId,
    consentSignedAt,
  } = forwarding
  disclosures.push({
    id: clinic.ids.rowOf(at),
    patientId,
    kind,
    forwardingId,
    recordId: recordId ?? null,
    recipientId,
    purpose,
    basis,
    basisReference: null,
    consentRequestId,
    consentSignedAt,
    disclosedById: by ?? null,
    createdAt: at,
  })
}
