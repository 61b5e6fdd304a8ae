import { createRoot } from 'react-dom/client'
import { Provider } from 'urql'
import type { ProofKind } from '#domain/errors.ts'
import { SignOnAgain } from './SignOnAgain.tsx'
import { StepUpDialog } from './StepUpDialog.tsx'
import { urqlClient } from './urql.ts'

type Errors = { errors?: { extensions?: { code?: string; how?: ProofKind[] } }[] }

/** The open question. Several refused requests wait for the same answer. */
let open: Promise<boolean> | undefined

/**
 * If the server asks for a confirmation, lets the user confirm and sends the request again, so that the screen goes on with what was
 * typed. Returns the refused response unchanged if it is about something else, or if the user cancels.
 */
export async function stepUp(answer: Response, again: () => Promise<Response>): Promise<Response> {
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as Errors | null
  const needed = body?.errors?.find(({ extensions }) => extensions?.code === 'step_up_required')
  if (!needed) return answer
  open ??= ask(needed.extensions?.how ?? ['password']).finally(() => {
    open = undefined
  })
  return (await open) ? again() : answer
}

/** Shows the dialog over whatever is open, and resolves with whether the user has confirmed. */
function ask(how: readonly ProofKind[]): Promise<boolean> {
  return new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const Question = how.includes('sign_on') ? SignOnAgain : StepUpDialog
    const close = (isConfirmed: boolean) => {
      root.unmount()
      place.remove()
      resolve(isConfirmed)
    }
    root.render(
      <Provider value={urqlClient()}>
        <Question how={how} onDone={() => close(true)} onClose={() => close(false)} />
      </Provider>,
    )
  })
}
