import { readFileSync } from 'node:fs'
import type { PatientRecord, Prisma } from '#infra/prisma/client.ts'
import type { TestClinic } from './clinic.ts'
import type { TestServer } from './testServer.ts'

/** A file in `records/`, made by another program. */
export const sample = (name: string): Buffer => readFileSync(new URL(`records/${name}`, import.meta.url))

/** A record of the demo clinic, as programs, scanners, fax machines and phones make them. */
export const paper = (name: string): Buffer =>
  readFileSync(new URL(`../../../prisma/demo/records/${name}`, import.meta.url))

/** A file of any size that looks like a PDF. */
export function pdfOf(bytes: number): Buffer {
  const content = Buffer.alloc(bytes, 'a record that goes on and on, ')
  content.write('%PDF-1.7\n')
  content.write('%%EOF\n', bytes - 6)
  return content
}

/** The bytes in chunks, as a socket delivers them. */
export async function* inPieces(content: Buffer, size = 10_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

/** An upload form as a browser sends it. */
export function uploadForm(fileName: string, content: Buffer, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(content)]), fileName)
  return form
}

type StoredRecordValues = Partial<Prisma.PatientRecordUncheckedCreateInput> & {
  patientId: string
  uploadedById: string
}

/** A record with a file in the clinic's store. */
export async function storedRecord(
  { db, instances, now }: TestClinic,
  values: StoredRecordValues,
  content = sample('rotation.pdf'),
): Promise<PatientRecord> {
  const { storageKey, wrappedKey, ...stored } = await instances.recordStore.put(inPieces(content))
  return db.patientRecord.create({
    data: {
      fileName: 'scan.pdf',
      mimeType: 'application/pdf',
      filePath: storageKey,
      wrappedKey: new Uint8Array(wrappedKey),
      createdAt: now,
      ...stored,
      ...values,
    },
  })
}

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
