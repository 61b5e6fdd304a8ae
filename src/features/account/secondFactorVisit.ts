import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { Failure, type FieldMessages, type ProofKind } from '#domain/errors.ts'
import { typedFactor } from '#domain/factors/typedFactor.ts'
import {
  addPasskey,
  confirmAuthenticator,
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
  startAuthenticator,
  startPasskey,
  startPasskeyProof,
  stepUp,
} from './documents.ts'

/** What a button of the page does. */
export const secondFactorActs = [
  ...(['start', 'confirm', 'renew', 'remove'] as const),
  ...(['start_passkey', 'add_passkey', 'remove_passkey', 'ask_removal'] as const),
] as const
export type SecondFactorAct = (typeof secondFactorActs)[number]

/** What the page shows. */
export type SecondFactorStep =
  | { step: 'overview'; problem?: string; done?: string }
  /** The new app's secret and the field for its first code. */
  | { step: 'scan'; secret: string; uri: string; errors: FieldMessages }
  | { step: 'codes'; codes: readonly string[]; done: string }
  /** The field for the name of a new passkey, and what the browser needs to make it. */
  | { step: 'passkey'; challenge: PasskeyChallenge; errors: FieldMessages }
  /** The question before a passkey, or without an ID the authenticator app, is removed. */
  | { step: 'removal'; passkeyId: string }
  /** The caller must confirm before `next`, which may be about one passkey. */
  | {
      step: 'step up'
      how: readonly ProofKind[]
      next: SecondFactorAct
      passkeyId: string
      /** What the browser needs to show a passkey; `null` if the caller has none. */
      challenge: PasskeyChallenge | null
      errors: FieldMessages
    }

/** What a browser needs to use a passkey. */
export type PasskeyChallenge = { challengeId: string; options: string }

const SECOND_FACTOR_ON = 'Your second factor is on.'

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
      const how = howIn(form)
      const { code, recoveryCode, passkey, password } = error.fields ?? {}
      const message = code ?? recoveryCode ?? passkey ?? password ?? error.message
      return askForProof(form, run, { how, next: then, errors: { code: message, password: message } })
    }
  }
  const act = then ?? actOf(form, 'act')
  if (!act) return { step: 'overview', problem: 'Choose what to do' }
  try {
    return await runAct(act, form, run)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'step_up_required' && error.facts.how)
      return askForProof(form, run, { how: error.facts.how, next: act, errors: {} })
    return { step: 'overview', problem: error.message }
  }
}

function proofIn(form: FormData) {
  const response = textOf(form, 'response')
  if (response) return { passkey: { challengeId: textOf(form, 'challengeId'), response } }
  return form.has('password') ? { password: textOf(form, 'password') } : typedFactor(textOf(form, 'code'))
}

/** What the form asked for, so that it asks for the same again after a wrong proof. */
const howIn = (form: FormData): readonly ProofKind[] =>
  form.has('password') ? ['password'] : form.has('challengeId') ? ['passkey', 'code'] : ['code']

/** Asks for a proof, with a new challenge for a passkey, and carries on which passkey the act is about. */
async function askForProof(
  form: FormData,
  run: Run,
  asked: { how: readonly ProofKind[]; next: SecondFactorAct; errors: FieldMessages },
): Promise<SecondFactorStep> {
  const usesPasskey = asked.how.includes('passkey')
  const challenge = usesPasskey ? (await run(startPasskeyProof, {})).startPasskeyProof : null
  return { step: 'step up', ...asked, passkeyId: textOf(form, 'passkeyId'), challenge }
}

async function runAct(act: SecondFactorAct, form: FormData, run: Run): Promise<SecondFactorStep> {
  if (act === 'start') {
    const { startAuthenticator: started } = await run(startAuthenticator, {})
    return { step: 'scan', ...started, errors: {} }
  }
  if (act === 'confirm') return confirm(form, run)
  if (act === 'start_passkey')
    return { step: 'passkey', challenge: (await run(startPasskey, {})).startPasskey, errors: {} }
  if (act === 'add_passkey') return add(form, run)
  if (act === 'ask_removal') return { step: 'removal', passkeyId: textOf(form, 'passkeyId') }
  if (act === 'remove_passkey') {
    await run(removePasskey, { input: { passkeyId: textOf(form, 'passkeyId') } })
    return { step: 'overview', done: 'Passkey removed.' }
  }
  if (act === 'renew') {
    const { renewRecoveryCodes: codes } = await run(renewRecoveryCodes, {})
    return { step: 'codes', codes, done: 'Your earlier recovery codes no longer work.' }
  }
  await run(removeAuthenticator, {})
  return { step: 'overview', done: 'Authenticator app removed.' }
}

/** After a wrong name, the page asks for a passkey again, because the challenge may be used up. */
async function add(form: FormData, run: Run): Promise<SecondFactorStep> {
  const [challengeId, response, name] = ['challengeId', 'response', 'name'].map((one) => textOf(form, one))
  try {
    const { addPasskey: added } = await run(addPasskey, {
      input: { challengeId: challengeId ?? '', response: response ?? '', name: name ?? '' },
    })
    return added.recoveryCodes.length > 0
      ? { step: 'codes', codes: added.recoveryCodes, done: SECOND_FACTOR_ON }
      : { step: 'overview', done: 'Passkey added.' }
  } catch (error) {
    if (!(error instanceof Failure) || !error.fields?.name) throw error
    const { startPasskey: challenge } = await run(startPasskey, {})
    return { step: 'passkey', challenge, errors: error.fields }
  }
}

/** After a wrong code, the page shows the same secret again, which the form carries. */
async function confirm(form: FormData, run: Run): Promise<SecondFactorStep> {
  try {
    const { confirmAuthenticator: codes } = await run(confirmAuthenticator, {
      input: { code: textOf(form, 'code') },
    })
    return { step: 'codes', codes, done: `${SECOND_FACTOR_ON} Any earlier recovery codes no longer work.` }
  } catch (error) {
    const [secret, uri] = [textOf(form, 'secret'), textOf(form, 'uri')]
    if (!(error instanceof Failure) || !uri.startsWith('otpauth://') || uri.length > 400) throw error
    return { step: 'scan', secret, uri, errors: error.fields ?? { code: error.message } }
  }
}
