import type { TestClinic } from './clinic.ts'
import type { TestServer } from './testServer.ts'

/** A staff member with a patient, who uploads records. */
export async function setUpRecords(clinic: TestClinic, server: TestServer) {
  const staff = await clinic.user()
  const patient = await clinic.patient({ createdById: staff.id })
  const visitor = server.visitor()
  await visitor.signIn(staff.email)
  const at = `/api/patients/${patient.id}/records`
  const send = (form: FormData, headers = {}) => visitor.send('POST', at, form, headers)
  return { staff, patient, visitor, at, send }
}

/** The keys of all files in the clinic's store. */
export const filesOf = async ({ instances }: TestClinic) =>
  (await Array.fromAsync(instances.recordStore.putBefore(new Date(8_000_000_000_000)))).flat()
