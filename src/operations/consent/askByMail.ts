import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'
import { queueMail } from '../mail/queueMail.ts'

const DAY_MS = 86_400_000

/** Whether the letters about a request are ours to send: a provider of its own mind sends its own. */
export const isOursToMail = ({ provider, channel }: Pick<ConsentRequest, 'provider' | 'channel'>): boolean =>
  provider === 'built_in' && channel === 'remote'

/** Whether the patient is reminded at all, by a letter of ours or by the provider at our word. */
const isReminded = ({ channel }: Pick<ConsentRequest, 'channel'>): boolean => channel === 'remote'

/** When a patient who was asked just now is reminded first; `null` for never. */
export function firstReminderAt(
  ctx: Visit,
  request: Pick<ConsentRequest, 'provider' | 'channel' | 'expiresAt'>,
): Date | null {
  const { firstDays, reminders } = ctx.consentRules
  return isReminded(request) && reminders > 0 ? within(request, ctx.now(), firstDays) : null
}

/** When the patient is reminded again who was reminded for the `asked`th time just now; `null` for never. */
export function nextReminderAt(
  ctx: Visit,
  request: Pick<ConsentRequest, 'expiresAt'>,
  asked: number,
): Date | null {
  const { everyDays, reminders } = ctx.consentRules
  return asked < reminders ? within(request, ctx.now(), everyDays) : null
}

/** Nobody is reminded of a link that has ended. */
function within({ expiresAt }: Pick<ConsentRequest, 'expiresAt'>, now: Date, days: number): Date | null {
  const at = new Date(now.getTime() + days * DAY_MS)
  return at < expiresAt ? at : null
}

/** Sends the patient the link, where mail is sent; otherwise it is for staff to hand on. */
export async function askByMail(
  ctx: Visit,
  request: Pick<ConsentRequest, 'id' | 'provider' | 'channel'>,
  { id: patientId, email: to }: Pick<Patient, 'id' | 'email'>,
): Promise<void> {
  if (!isOursToMail(request)) return
  await queueMail(ctx, { kind: 'consent_invitation', to, patientId, requestId: request.id })
}
