import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { canMail, queueMail } from '../mail/queueMail.ts'

const DAY_MS = 86_400_000

/** Whether Caseload sends the e-mails about a request. Other providers send their own. */
export const isOursToMail = ({ provider, channel }: Pick<ConsentRequest, 'provider' | 'channel'>): boolean =>
  provider === 'built_in' && channel === 'remote'

/** Whether the patient gets reminders, from us or from the provider at our request. */
const isReminded = ({ channel }: Pick<ConsentRequest, 'channel'>): boolean => channel === 'remote'

/** When a patient who was just asked gets the first reminder; `null` for never. */
export function firstReminderAt(
  ctx: RequestContext,
  request: Pick<ConsentRequest, 'provider' | 'channel' | 'expiresAt'>,
): Date | null {
  const { firstDays, reminders } = ctx.consentRules
  return isReminded(request) && reminders > 0 ? within(request, ctx.now(), firstDays) : null
}

/** When the patient gets the next reminder after number `sent`; `null` for never. */
export function nextReminderAt(
  ctx: RequestContext,
  request: Pick<ConsentRequest, 'expiresAt'>,
  sent: number,
): Date | null {
  const { everyDays, reminders } = ctx.consentRules
  return sent < reminders ? within(request, ctx.now(), everyDays) : null
}

/** A reminder must not point to a link that has expired. */
function within({ expiresAt }: Pick<ConsentRequest, 'expiresAt'>, now: Date, days: number): Date | null {
  const at = new Date(now.getTime() + days * DAY_MS)
  return at < expiresAt ? at : null
}

/** Whether we e-mail the patient the link. Otherwise staff or the provider pass it on. */
export const canMailLink = (
  ctx: RequestContext,
  request: Pick<ConsentRequest, 'provider' | 'channel'>,
  { email }: Pick<Patient, 'email'>,
): boolean => isOursToMail(request) && canMail(ctx, email)

/** E-mails the patient the link if mail is set up. */
export async function mailConsentRequest(
  ctx: RequestContext,
  request: Pick<ConsentRequest, 'id' | 'provider' | 'channel'>,
  patient: Pick<Patient, 'id' | 'email'>,
): Promise<void> {
  if (!canMailLink(ctx, request, patient)) return
  const { id: patientId, email: to } = patient
  await queueMail(ctx, { kind: 'consent_invitation', to, patientId, requestId: request.id })
}

/** E-mails the link to the signed form if mail is set up: to the patient, and to the representative who signed. */
export async function mailCopy(
  ctx: RequestContext,
  { id: requestId, patientId }: Pick<ConsentRequest, 'id' | 'patientId'>,
  representativeEmail: string | null,
): Promise<void> {
  if (!ctx.mailer) return
  const { email } = await ctx.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  const addresses = new Map(
    [email, representativeEmail].flatMap((to) => (to ? [[to.toLowerCase(), to]] : [])),
  )
  for (const to of addresses.values())
    await queueMail(ctx, { kind: 'consent_copy', to, patientId, requestId })
}
