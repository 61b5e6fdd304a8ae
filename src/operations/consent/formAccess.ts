import { type FormClosing, formClosed } from '#domain/consent/authorization.ts'
import type { ConsentTemplateVersion, SignedConsentForm } from '#infra/prisma/client.ts'
import { type Asking, authorizationFacts, type Governing } from '../records/recordAccess.ts'

/** The columns that decide who may open the signed form of a request. */
export const formAccessColumns = {
  id: true,
  signed: { select: { id: true, recordId: true } },
  template: { select: { body: true, bodyEs: true } },
} as const

export type SignedRequest = {
  id: string
  signed: Pick<SignedConsentForm, 'recordId'> | null
  template: Pick<ConsentTemplateVersion, 'body' | 'bodyEs'> | null
}

/** Why the signed form of a request is closed to a user now; `null` if it is open. */
export const formClosingFor = (
  {
    actor,
    recordsBeforeConsent,
    now,
  }: Pick<Asking, 'recordsBeforeConsent' | 'now'> & {
    actor: Pick<Asking['actor'], 'id' | 'role' | 'firm'>
  },
  patient: Governing,
  request: SignedRequest,
): FormClosing | null =>
  formClosed(
    actor,
    authorizationFacts(patient),
    { requestId: request.id, mayStateInjury: mayStateInjury(request) },
    recordsBeforeConsent,
    now(),
  )

/** Whether a request has a signed form that is open to a user now. */
export const isFormOpen = (
  request: SignedRequest & { patient: Governing },
  { actor, ...asking }: Pick<Asking, 'recordsBeforeConsent' | 'now'> & { actor: Asking['actor'] | null },
): boolean =>
  request.signed !== null &&
  actor !== null &&
  formClosingFor({ ...asking, actor }, request.patient, request) === null

/** A scan can show anything, and an earlier version sent forms without a stored template. */
export const mayStateInjury = ({ signed, template }: SignedRequest): boolean =>
  !template ||
  signed?.recordId !== null ||
  [template.body, template.bodyEs].some((text) => text?.includes('patient.injury'))
