import { hasPasskeys, showPasskey } from './passkey.ts'
import { type Answer, send } from './plainForm.ts'

type Challenge = { challengeId: string; options: string }

/** The offer in the list of the e-mail field. A browser allows one request at a time. */
let offer: AbortController | undefined

/**
 * Signs in with a passkey alone. `isOffer` waits until the user chooses one in the list of the e-mail field. Returns the server's
 * response; `undefined` if the user cancels.
 */
async function signInWithPasskey({ isOffer }: { isOffer: boolean }): Promise<Answer | undefined> {
  offer?.abort()
  offer = isOffer ? new AbortController() : undefined
  const { signal } = offer ?? {}
  const started = await send('POST', '/api/auth/passkey/challenge', {})
  if (!started?.ok) return isOffer ? undefined : started
  const { challengeId, options } = started.body as Challenge
  try {
    const response = await showPasskey(options, signal)
    return await send('POST', '/api/auth/passkey', { challengeId, response })
  } catch {
    return undefined
  }
}

/**
 * Shows the button for passkeys and offers them in the list of the e-mail field, where the browser can. Returns what the button
 * does.
 */
export async function offerPasskeys(
  button: HTMLButtonElement,
  onAnswer: (answer: Answer) => void,
): Promise<void> {
  if (!hasPasskeys()) return
  button.hidden = false
  button.addEventListener('click', async () => {
    button.disabled = true
    const answer = await signInWithPasskey({ isOffer: false })
    button.disabled = false
    if (answer !== undefined) onAnswer(answer)
  })
  if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return
  const answer = await signInWithPasskey({ isOffer: true })
  if (answer !== undefined) onAnswer(answer)
}
