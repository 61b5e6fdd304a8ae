import type { output } from 'zod/mini'
import { DEFAULT_PURPOSE } from '#domain/consent/mergeFields.ts'
import { NO_RECIPIENTS, type Recipient, type recipientsInput } from '#domain/consent/recipients.ts'
import { ALL_RECORDS, type Scope } from '#domain/consent/scope.ts'
import type { ChosenTerms } from '#domain/consent/terms.ts'
import { isUuid } from '#domain/text.ts'
import type { Patient, User } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { invalid } from '../operation.ts'

/** What a sender says about the recipients. */
export type ChosenRecipients = output<typeof recipientsInput>

/** The terms that a sender may choose. */
export type TermChoices = {
  recipients?: ChosenRecipients
  scope?: Scope | null | undefined
  purpose?: string | null | undefined
}

/**
 * The terms of a new request. Defaults: the assigned attorney, else the clinic's default recipient; all records; and the
 * patient's request as purpose. Throws `invalid` on `recipients` if there is none.
 */
export async function termsFor(
  ctx: OperationContext,
  patient: Pick<Patient, 'assignedAttorneyId'>,
  choices: TermChoices,
): Promise<ChosenTerms> {
  const terms = await knownTerms(ctx, patient, choices)
  if (terms.recipients.length === 0) throw invalid({ recipients: NO_RECIPIENTS })
  return terms
}

/** Like `termsFor`, but without recipients if there are none. For a preview. */
export const knownTerms = async (
  ctx: OperationContext,
  patient: Pick<Patient, 'assignedAttorneyId'>,
  { recipients, scope, purpose }: TermChoices,
): Promise<ChosenTerms> => ({
  recipients: await knownRecipients(ctx, patient, recipients),
  scope: scope ?? ALL_RECORDS,
  purpose: purpose ?? DEFAULT_PURPOSE,
})

async function knownRecipients(
  ctx: OperationContext,
  { assignedAttorneyId }: Pick<Patient, 'assignedAttorneyId'>,
  chosen: ChosenRecipients,
): Promise<Recipient[]> {
  if (chosen) return Promise.all(chosen.map((one) => stated(ctx, one)))
  const assignee = assignedAttorneyId ? await activeAttorney(ctx, assignedAttorneyId) : null
  if (assignee) return [asRecipient(assignee)]
  const { defaultRecipient } = ctx.consentRules
  return defaultRecipient ? [{ userId: null, ...defaultRecipient }] : []
}

async function stated(
  ctx: OperationContext,
  { userId, name, firm, address, email }: NonNullable<ChosenRecipients>[number],
): Promise<Recipient> {
  if (!userId)
    return {
      userId: null,
      name: name ?? null,
      firm: firm ?? null,
      address: address ?? null,
      ...(email && { email }),
    }
  const user = await activeAttorney(ctx, userId)
  // A form that is sent again names the recipients of the open one, who may have left since.
  if (!user)
    throw invalid({
      recipients: `${name ?? 'A recipient'} has no active attorney’s account. Choose another recipient. Void an open form first.`,
    })
  return { ...asRecipient(user), address: address ?? null }
}

const activeAttorney = async ({ db }: OperationContext, id: string): Promise<User | null> =>
  isUuid(id) ? db.user.findFirst({ where: { id, role: 'attorney', isActive: true, deletedAt: null } }) : null

const asRecipient = ({ id, firstName, lastName, firm }: User): Recipient => ({
  userId: id,
  name: `${firstName} ${lastName}`,
  firm,
  address: null,
})
