import { DECLINED, SIGNED_HERE } from '#domain/access/screens.ts'
import type { ConsentDocument } from '#domain/consent/document.ts'
import type { Authority, AuthorityProof } from '#domain/consent/representative.ts'
import { DEAD_LINK } from '#domain/consent/requestEnding.ts'
import { Failure, type FieldMessages, statusOf } from '#domain/errors.ts'
import { isLanguage, type Language } from '#domain/language.ts'
import { answer } from '#domain/patientTexts/answers.ts'
import type { SigningPage_OutcomeMutation, SigningPage_ProgressQuery } from '#generated/graphql.ts'
import type { PageTools, Run } from '../pageTools.ts'
import {
  agreeElectronically,
  askForPaperCopy,
  confirmIdentity,
  declineConsent,
  readRequestOutcome,
  sendIdentityCode,
  signConsent,
  signingInvitation,
  signingProgress,
  uploadAuthorityProof,
} from './signingDocuments.ts'
import { inLanguage } from './signingLanguage.ts'
import { goOn, type PageCookies, passOf } from './signingPass.ts'

export type Progress = SigningPage_ProgressQuery['signingProgress']
type Outcome = SigningPage_OutcomeMutation['readRequestOutcome']

/** What the page shows: one of the patient's steps, or why the link does not work. */
export type Shown =
  | { step: 'identity' | 'notice' | 'decline'; progress: Progress }
  | { step: 'sign'; progress: Progress; isForOther: boolean }
  | { step: 'document'; progress: Progress; document: ConsentDocument }
  | { step: 'dead'; message: string; isUnproven: boolean }
  | { step: 'ended'; outcome: Outcome }
  | { step: 'colleague'; message: string }

/** Rejected input, with each message under its field's name. */
export type Refused = { act: string; errors: FieldMessages; typed: Record<string, string> }

type Holder = { secret: string; pass: string | undefined }
type PageLocals = Pick<App.Locals, 'context' | 'publicUrl'>
type Visit = { run: Run; locals: PageLocals; holder: Holder }
type Act = (visit: Visit, data: FormData) => Promise<Response>

const text = (data: FormData, name: string) => String(data.get(name) ?? '')
const here = ({ secret }: Holder): string => `/sign/${secret}`

/** The action of each button, and where it leads. */
const acts = {
  identify: async ({ run, locals, holder }, data) => {
    const input = { secret: holder.secret, dateOfBirth: checkedBirthday(data), code: text(data, 'code') }
    const { confirmIdentity: identified } = await run(confirmIdentity, { input })
    return goOn(locals, here(holder), { pass: identified.pass })
  },
  code: async ({ run, locals, holder }) => {
    await run(sendIdentityCode, { input: { secret: holder.secret } })
    return goOn(locals, here(holder))
  },
  agree: async ({ run, locals, holder }, data) => {
    const agreesToSignElectronically = data.get('agreesToSignElectronically') === 'on'
    const input = { ...holder, agreesToSignElectronically, language: languageIn(data) }
    await run(agreeElectronically, { input })
    return goOn(locals, `${here(holder)}?step=sign`)
  },
  paper: async ({ run, locals, holder }) => {
    await run(askForPaperCopy, { input: holder })
    return goOn(locals, here(holder))
  },
  decline: async ({ run, locals, holder }, data) => {
    await run(declineConsent, { input: { ...holder, reason: text(data, 'reason') } })
    return goOn(locals, inLanguage(DECLINED, languageIn(data)), { pass: null })
  },
  sign: async ({ run, locals, holder }, data) => {
    const { signingProgress: progress } = await run(signingProgress, holder)
    const drawing = data.get('way') === 'draw' ? { drawing: strokesIn(text(data, 'drawing')) } : {}
    const input = {
      ...holder,
      signerName: text(data, 'signerName'),
      ...drawing,
      ...signerIn(data),
      ...othersIn(data),
    }
    const { signConsent: receipt } = await run(signConsent, { input })
    // No patient data may stay on a clinic device.
    const end = inLanguage(SIGNED_HERE, languageIn(data))
    if (progress.channel === 'in_person') return goOn(locals, end, { pass: null })
    return goOn(locals, receipt.copyPath ?? end, { pass: receipt.pass })
  },
} satisfies Record<string, Act>

/** The language in which the page was shown that posted the form. */
const languageIn = (data: FormData): Language => {
  const language = data.get('language')
  return isLanguage(language) ? language : 'en'
}

/** In what capacity the signer signs. The operation rejects words that it does not know. */
const signerIn = (data: FormData) =>
  data.get('for') === 'other'
    ? {
        representative: {
          email: text(data, 'email') || null,
          relation: text(data, 'relation'),
          authority: text(data, 'authority') as Authority,
          proof: text(data, 'proof') as AuthorityProof,
        },
      }
    : { confirmsName: data.get('confirmsName') === 'on' }

/** What the witness and the interpreter state. The operation rejects what is missing or was not asked for. */
const othersIn = (data: FormData) => ({
  ...(data.has('witnessName') && {
    witness: {
      name: text(data, 'witnessName'),
      relation: text(data, 'witnessRelation'),
      sawSignature: data.get('sawSignature') === 'on',
    },
  }),
  ...(data.get('hasInterpreter') === 'on' && {
    interpreter: {
      name: text(data, 'interpreterName'),
      language: text(data, 'interpreterLanguage'),
      readForm: data.get('readForm') === 'on',
    },
  }),
})

/** The action of the pressed button; anything else counts as an identity answer. */
const actNamed = (name: string): Act =>
  Object.hasOwn(acts, name) ? acts[name as keyof typeof acts] : acts.identify

/** Parses the pad's strokes. The operation rejects an invalid signature with its own message. */
function strokesIn(written: string): number[][] {
  try {
    const strokes: unknown = JSON.parse(written || '[]')
    const isNumbers = (stroke: unknown) => Array.isArray(stroke) && stroke.every(Number.isInteger)
    return Array.isArray(strokes) && strokes.every(isNumbers) ? strokes : [[]]
  } catch {
    return [[]]
  }
}

/** The file in the posted form: received, or why it was not. */
export type PostedProof = { file: unknown; settle: (error: unknown) => Promise<void> } | { refused: unknown }

/** Stores the posted proof of authority, or discards it if it is refused. */
async function sendProof({ run, locals, holder }: Visit, proof: PostedProof): Promise<Response> {
  if ('refused' in proof) throw proof.refused
  try {
    await run(uploadAuthorityProof, { input: { ...holder, file: proof.file } })
  } catch (error) {
    await proof.settle(error)
    throw error
  }
  return goOn(locals, `${here(holder)}?step=sign&for=other`)
}

/** The parts of a signing page that its steps use. */
type SigningPage = PageCookies & {
  request: Request
  response: { status?: number | undefined }
  url: URL
  locals: PageLocals
}

/** Runs the pressed button's action, if any. Returns a redirect or what to show. */
export async function handleSigningStep(
  astro: SigningPage,
  secret: string,
  { run, postedForm, proof }: PageTools & { proof?: PostedProof | undefined },
): Promise<Response | { shown: Shown; refused: Refused | null }> {
  const { locals } = astro
  const visit = { run, locals, holder: { secret, pass: passOf(astro) } }
  let refused: Refused | null = null
  try {
    if (astro.request.method === 'POST') {
      const data = proof ? new FormData() : await postedForm()
      const act = proof ? 'proof' : text(data, 'act')
      if (act === 'outcome') return await whatHappened(visit, astro.response, data)
      const done = await (proof ? sendProof(visit, proof) : actNamed(act)(visit, data)).catch(
        refusalOf(locals, act, data),
      )
      if (done instanceof Response) return done
      refused = done
      astro.response.status = statusOf.invalid
    }
    return { shown: await whatToShow(visit, astro.url, refused), refused }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    astro.response.status = statusOf[error.code]
    const { message } = error
    if (error.code === 'forbidden') return { shown: { step: 'colleague', message }, refused }
    return { shown: { step: 'dead', message, isUnproven: false }, refused }
  }
}

/** What happened to the link, or the same page for a wrong date as for a link that never was. */
async function whatHappened(
  { run, holder: { secret } }: Visit,
  response: SigningPage['response'],
  data: FormData,
): Promise<{ shown: Shown; refused: Refused | null }> {
  try {
    const input = { secret, dateOfBirth: checkedBirthday(data) }
    const { readRequestOutcome: outcome } = await run(readRequestOutcome, { input })
    return { shown: { step: 'ended', outcome }, refused: null }
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'forbidden') throw error
    response.status = statusOf[error.code]
    const { fields: errors = {} } = error
    const typed = Object.fromEntries([...data].map(([name, value]) => [name, String(value)]))
    const isUnproven = error.code === 'not_found'
    return {
      shown: { step: 'dead', message: DEAD_LINK, isUnproven },
      refused: { act: 'outcome', errors, typed },
    }
  }
}

const refusalOf =
  ({ context }: PageLocals, act: string, data: FormData) =>
  (error: unknown): Refused => {
    if (!(error instanceof Failure) || !isForPatient(error, context)) throw error
    const typed = Object.fromEntries([...data].map(([name, value]) => [name, String(value)]))
    return { act, errors: error.fields ?? { [act]: error.message }, typed }
  }

/**
 * Whether the error is shown within the step. A signed-in visitor is a staff member; others must pass the
 * identity check again.
 */
const isForPatient = ({ code }: Failure, { actor }: App.Locals['context']): boolean =>
  ['invalid', 'rate_limited', 'conflict', 'unsupported', 'too_large'].includes(code) ||
  (code === 'forbidden' && !actor)

/** The step to which a refused action belongs. */
const stepOfAct: Record<string, string> = {
  agree: 'sign',
  sign: 'sign',
  proof: 'sign',
  decline: 'decline',
}

async function whatToShow({ run, holder }: Visit, url: URL, refused: Refused | null): Promise<Shown> {
  const { signingProgress: progress } = await run(signingProgress, holder)
  if (progress.step === 'identity') return { step: progress.step, progress }
  const wanted = refused ? stepOfAct[refused.act] : url.searchParams.get('step')
  if (wanted === 'decline') return { step: 'decline', progress }
  // The document comes first, even if the URL asks for a later step: it can be read before agreeing to anything.
  if (wanted === 'sign' && progress.openedAt) {
    if (progress.step === 'notice') return { step: 'notice', progress }
    const isForOther = progress.needsRepresentative || url.searchParams.get('for') === 'other'
    return { step: 'sign', progress, isForOther }
  }
  const { signingInvitation: invitation } = await run(signingInvitation, holder)
  return { step: 'document', progress, document: invitation.document as ConsentDocument }
}

/** The same; throws `invalid` with what is wrong with the month, the day or the year. */
function checkedBirthday(data: FormData): string {
  const number = (name: string) => {
    const typed = text(data, name).trim()
    return /^\d+$/.test(typed) ? Number(typed) : 0
  }
  const typed = typedBirthday(data)
  if (typed === '') return typed
  const problem =
    number('month') < 1 || number('month') > 12
      ? answer('monthRange')
      : number('day') < 1 || number('day') > 31
        ? answer('dayRange')
        : text(data, 'year').trim().length !== 4
          ? answer('yearDigits')
          : null
  if (problem) throw new Failure('invalid', problem, { fields: { dateOfBirth: problem } })
  return typed
}

/**
 * The date from a form with three fields, as YYYY-MM-DD. Empty if nothing was typed; an invalid date is
 * returned as typed.
 */
export function typedBirthday(data: FormData): string {
  const [year, month, day] = ['year', 'month', 'day'].map((name) => String(data.get(name) ?? '').trim())
  if (!year && !month && !day) return ''
  return `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
}
