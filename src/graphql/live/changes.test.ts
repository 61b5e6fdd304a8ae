import { describe, expect } from 'vitest'
import { audit } from '#operations/audit.ts'
import { readConsentRequest } from '#operations/consent/readConsentRequest.ts'
import { sendConsent } from '#operations/consent/sendConsent.ts'
import { showSigningLink } from '#operations/consent/showSigningLink.ts'
import { addNote, editNote } from '#operations/notes/notes.ts'
import { inTransaction } from '#operations/operation.ts'
import { dropPatient } from '#operations/patients/dropPatient.ts'
import { editPatient } from '#operations/patients/editPatient.ts'
import { reassignPatient } from '#operations/patients/reassignPatient.ts'
import { breakGlass } from '#operations/restrictions/breakGlass.ts'
import { liftRestriction } from '#operations/restrictions/liftRestriction.ts'
import { restrictPatient } from '#operations/restrictions/restrictPatient.ts'
import { addTask } from '#operations/tasks/addTask.ts'
import { setUserActive } from '#operations/users/setUserActive.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { CHANGES, follow, person, type Stream } from '#tests/support/follow.ts'
import { statementsOf, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'

const touch = (clinic: TestClinic, admin: Parameters<TestClinic['as']>[0], { id }: { id: string }) =>
  editPatient(clinic.as(admin), { patientId: id, phone: `415${Math.random().toFixed(7).slice(2)}` })

const heard = async (stream: Stream) => (await stream.next()).data?.changes as unknown
const updated = (resourceType: string, resourceId: string | null, patientId: string | null) => ({
  action: 'updated',
  resourceType,
  resourceId,
  patientId,
})

describe('a change', () => {
  test('of any patient reaches administrators and staff', async ({ clinic, server }) => {
    const admin = await person(clinic, server, 'admin')
    const staff = await person(clinic, server, 'staff')
    const patient = await clinic.patient()
    const streams = [await follow(admin.visitor, CHANGES), await follow(staff.visitor, CHANGES)]
    await touch(clinic, admin.user, patient)
    for (const stream of streams)
      expect(await heard(stream)).toEqual(updated('patient', patient.id, patient.id))
  })

  test('is sent when a patient opens the form, but not when a colleague views the link', async ({
    clinic,
    server,
  }) => {
    const staff = await person(clinic, server, 'staff')
    const { id: patientId } = await clinic.patient()
    const stream = await follow(staff.visitor, CHANGES)
    await sendConsent(staff.ctx, { patientId })
    expect(await heard(stream)).toMatchObject({ action: 'consent_sent' })
    const { id: resourceId } = await clinic.db.consentRequest.findFirstOrThrow()
    const { path } = await showSigningLink(staff.ctx, { patientId })
    await readConsentRequest(clinic.anonymous(), { secret: path.replace('/sign/', '') })
    expect(await heard(stream)).toEqual({
      action: 'viewed',
      resourceType: 'consent_request',
      resourceId,
      patientId,
    })
  })

  test('that was rolled back is not published', async ({ clinic, server }) => {
    const staff = await person(clinic, server, 'staff')
    const [patient, other] = [await clinic.patient(), await clinic.patient()]
    const stream = await follow(staff.visitor, CHANGES)
    const undone = inTransaction(staff.ctx, async (inside) => {
      await audit(inside, { action: 'updated', resourceType: 'patient', patientId: patient.id })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await touch(clinic, staff.user, other)
    expect(await heard(stream)).toEqual(updated('patient', other.id, other.id))
  })

  test('reaches an attorney only for their own patients, and reveals no time or ID of others', async ({
    clinic,
    server,
  }) => {
    const admin = await person(clinic, server, 'admin')
    const attorney = await person(clinic, server, 'attorney')
    const other = await person(clinic, server, 'attorney')
    const own = await clinic.patient({ assignedAttorneyId: attorney.user.id })
    const foreign = await clinic.patient({ assignedAttorneyId: other.user.id })
    const nobodys = await clinic.patient()
    const stream = await follow(attorney.visitor, CHANGES)
    for (const patient of [foreign, nobodys]) {
      await touch(clinic, admin.user, patient)
      await addNote(admin.ctx, { patientId: patient.id, content: 'Called', noteType: 'general' })
      await addTask(admin.ctx, { title: 'Call', patientId: patient.id, assignedTo: admin.user.id })
      await dropPatient(admin.ctx, { patientId: patient.id, dropReason: 'Moved out of state' })
    }
    await touch(clinic, admin.user, own)
    expect(await heard(stream)).toEqual(updated('patient', own.id, own.id))
  })

  test('of a note reaches those who can read it, and administrators', async ({ clinic, server }) => {
    const [admin, staff] = [await person(clinic, server, 'admin'), await person(clinic, server, 'staff')]
    const attorney = await person(clinic, server, 'attorney')
    const patient = await clinic.patient({ assignedAttorneyId: attorney.user.id })
    const streams = {
      admin: await follow(admin.visitor, CHANGES),
      staff: await follow(staff.visitor, CHANGES),
      attorney: await follow(attorney.visitor, CHANGES),
    }
    const add = async (by: typeof staff, visibility: 'internal' | 'work_product' | 'shared') =>
      (await addNote(by.ctx, { patientId: patient.id, content: 'Called', visibility })).id
    const internal = await add(staff, 'internal')
    const work = await add(attorney, 'work_product')
    const shared = await add(staff, 'shared')
    const created = (id: string) => ({ ...updated('patient_note', id, patient.id), action: 'created' })
    for (const id of [internal, work, shared]) expect(await heard(streams.admin)).toEqual(created(id))
    for (const id of [internal, shared]) expect(await heard(streams.staff)).toEqual(created(id))
    for (const id of [work, shared]) expect(await heard(streams.attorney)).toEqual(created(id))
    await editNote(staff.ctx, { patientId: patient.id, noteId: shared, visibility: 'internal' })
    expect(await heard(streams.attorney)).toEqual(updated('patient_note', shared, patient.id))
  })

  test('reaches an attorney for their own tasks without a patient, and for no others', async ({
    clinic,
    server,
  }) => {
    const staff = await person(clinic, server, 'staff')
    const attorney = await person(clinic, server, 'attorney')
    const stream = await follow(attorney.visitor, CHANGES)
    await addTask(staff.ctx, { title: 'Order folders', assignedTo: staff.user.id })
    const own = await addTask(staff.ctx, { title: 'Review', assignedTo: attorney.user.id })
    expect(await heard(stream)).toEqual({ ...updated('task', own.id, null), action: 'created' })
  })

  test('that restricts a chart tells other staff to reload, and later changes of the chart are hidden from them', async ({
    clinic,
    server,
  }) => {
    const admin = await person(clinic, server, 'admin')
    const staff = await person(clinic, server, 'staff')
    const opener = await person(clinic, server, 'staff')
    const [patient, open] = [await clinic.patient(), await clinic.patient()]
    const about = { patientId: patient.id, reason: 'Works at the front desk' }
    const [locked, opened] = [await follow(staff.visitor, CHANGES), await follow(opener.visitor, CHANGES)]
    const again = { action: 'missed', resourceType: null, resourceId: null, patientId: null }
    await restrictPatient(admin.ctx, about)
    for (const stream of [locked, opened]) expect(await heard(stream)).toEqual(again)
    await touch(clinic, admin.user, patient)
    await addTask(admin.ctx, { title: 'Call', patientId: patient.id, assignedTo: admin.user.id })
    await breakGlass(opener.ctx, about)
    expect(await heard(opened)).toEqual(again)
    await touch(clinic, admin.user, patient)
    expect(await heard(opened)).toEqual(updated('patient', patient.id, patient.id))
    await touch(clinic, admin.user, open)
    expect(await heard(locked)).toEqual(updated('patient', open.id, open.id))
    await liftRestriction(admin.ctx, about)
    expect(await heard(locked)).toEqual(again)
  })

  test('of assignment tells the former attorney that a patient was removed, without saying which', async ({
    clinic,
    server,
  }) => {
    const admin = await person(clinic, server, 'admin')
    const before = await person(clinic, server, 'attorney')
    const after = await person(clinic, server, 'attorney')
    const patient = await clinic.patient({ assignedAttorneyId: before.user.id })
    const [theirs, mine] = [await follow(before.visitor, CHANGES), await follow(after.visitor, CHANGES)]
    await reassignPatient(admin.ctx, { patientId: patient.id, assignedAttorney: after.user.id })
    expect(await heard(theirs)).toEqual(updated('patient', null, null))
    // The assignment also creates an alert.
    const first = [await heard(mine), await heard(mine)]
    expect(first).toContainEqual(updated('patient', patient.id, patient.id))
    expect(first).toContainEqual(expect.objectContaining({ action: 'created', resourceType: 'alert' }))
    await touch(clinic, admin.user, patient)
    expect(await heard(mine)).toEqual(updated('patient', patient.id, patient.id))
    const kept = await clinic.patient({ assignedAttorneyId: before.user.id })
    await touch(clinic, admin.user, kept)
    expect(await heard(theirs)).toEqual(updated('patient', kept.id, kept.id))
  })

  test('of an account reaches only administrators', async ({ clinic, server }) => {
    const admin = await person(clinic, server, 'admin')
    const staff = await person(clinic, server, 'staff')
    const [all, some] = [await follow(admin.visitor, CHANGES), await follow(staff.visitor, CHANGES)]
    const somebody = await clinic.user()
    await setUserActive(admin.ctx, { userId: somebody.id, isActive: false })
    const patient = await clinic.patient()
    await touch(clinic, admin.user, patient)
    expect(await heard(all)).toEqual(updated('user', somebody.id, null))
    expect(await heard(some)).toEqual(updated('patient', patient.id, patient.id))
  })

  test('of an alert reaches only its owner, and never an attorney without the patient', async ({
    clinic,
    server,
  }) => {
    const staff = await person(clinic, server, 'staff')
    const attorney = await person(clinic, server, 'attorney')
    const own = await clinic.patient({ assignedAttorneyId: attorney.user.id })
    const foreign = await clinic.patient()
    const [all, some] = [await follow(staff.visitor, CHANGES), await follow(attorney.visitor, CHANGES)]
    const tell = (userId: string, patientId: string | null) =>
      clinic.db.alert.create({ data: { type: 'task_due', userId, patientId, message: 'Due now' } })
    const came = (alert: { id: string }) => ({ ...updated('alert', alert.id, null), action: 'created' })
    await tell(attorney.user.id, foreign.id)
    const alerts = [await tell(attorney.user.id, own.id), await tell(attorney.user.id, null)]
    for (const alert of alerts) expect(await heard(some)).toEqual(came(alert))
    const theirs = await tell(staff.user.id, foreign.id)
    expect(await heard(all)).toEqual(came(theirs))
    await attorney.visitor.graphql('mutation { readAllAlerts }')
    expect(await heard(some)).toEqual(updated('alert', null, null))
  })

  test('takes one statement for any number of subscribers', async ({ clinic, server }) => {
    const admin = await person(clinic, server, 'admin')
    const attorneys = [await person(clinic, server, 'attorney'), await person(clinic, server, 'attorney')]
    const [first, second] = attorneys
    const patient = await clinic.patient({ assignedAttorneyId: first?.user.id ?? '' })
    const streams: Stream[] = []
    for (const one of [first, first, second]) if (one) streams.push(await follow(one.visitor, CHANGES))
    const statements = await statementsOf(async () => {
      await touch(clinic, admin.user, patient)
      await Promise.all(streams.slice(0, 2).map(heard))
    })
    expect(work(statements).filter((text) => text.includes('AS "openedBy"'))).toHaveLength(1)
  })
})
