import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { Failure, type FieldMessages, type ProofKind } from '#domain/errors.ts'
import { typedFactor } from '#domain/factors/typedFactor.ts'
import {
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
  startAuthenticator,
  stepUp,
} from './documents.ts'

/** What a button of the page does. */
export const secondFactorActs = ['start', 'confirm', 'renew', 'remove'] as const
export type SecondFactorAct = (typeof secondFactorActs)[number]

/** What the page shows. */
export type SecondFactorStep =
  | { step: 'overview'; problem?: string }
  /** The new app's secret and the field for its first code. */
  | { step: 'scan'; secret: string; uri: string; errors: FieldMessages }
  | { step: 'codes'; codes: readonly string[] }
  /** The caller must confirm before `next`. */
  | { step: 'step up'; how: readonly ProofKind[]; next: SecondFactorAct; errors: FieldMessages }

type Run = <Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => Promise<Data>

const actOf = (form: FormData, field: string): SecondFactorAct | null =>
  secondFactorActs.find((act) => act === form.get(field)) ?? null

const textOf = (form: FormData, field: string) => String(form.get(field) ?? '')

/**
 * Handles a post to the page and returns what it shows next. It works without JavaScript. A caller who must confirm first gets the
 * fields for that, and the page then goes on with what the caller wanted.
 */
export async function handleSecondFactor(form: FormData, run: Run): Promise<SecondFactorStep> {
  const then = actOf(form, 'then')
  if (then) {
    try {
      await run(stepUp, { input: proofIn(form) })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const how: readonly ProofKind[] = form.has('password') ? ['password'] : ['code']
      const errors = error.fields ?? { [how[0] as string]: error.message }
      return {
        step: 'step up',
        how,
        next: then,
        errors: { ...errors, code: errors.code ?? errors.recoveryCode ?? '' },
      }
    }
  }
  const act = then ?? actOf(form, 'act')
  if (!act) return { step: 'overview', problem: 'Choose what to do' }
  try {
    return await runAct(act, form, run)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'step_up_required' && error.how)
      return { step: 'step up', how: error.how, next: act, errors: {} }
    return { step: 'overview', problem: error.message }
  }
}

const proofIn = (form: FormData) =>
  form.has('password') ? { password: textOf(form, 'password') } : typedFactor(textOf(form, 'code'))

async function runAct(act: SecondFactorAct, form: FormData, run: Run): Promise<SecondFactorStep> {
  if (act === 'start') {
    const { startAuthenticator: started } = await run(startAuthenticator, {})
    return { step: 'scan', ...started, errors: {} }
  }
  if (act === 'confirm') return confirm(form, run)
  if (act === 'renew') return { step: 'codes', codes: (await run(renewRecoveryCodes, {})).renewRecoveryCodes }
  await run(removeAuthenticator, {})
  return { step: 'overview' }
}

/** After a wrong code, the page shows the same secret again, which the form carries. */
async function confirm(form: FormData, run: Run): Promise<SecondFactorStep> {
  try {
    const { confirmAuthenticator: codes } = await run(confirmAuthenticator, {
      input: { code: textOf(form, 'code') },
    })
    return { step: 'codes', codes }
  } catch (error) {
    const [secret, uri] = [textOf(form, 'secret'), textOf(form, 'uri')]
    if (!(error instanceof Failure) || !uri.startsWith('otpauth://') || uri.length > 400) throw error
    return { step: 'scan', secret, uri, errors: error.fields ?? { code: error.message } }
  }
}
