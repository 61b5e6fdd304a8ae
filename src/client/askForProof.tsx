import { createRoot } from 'react-dom/client'
import { Provider } from 'urql'
import type { ProofKind } from '#domain/errors.ts'
import { SignOnAgain } from './SignOnAgain.tsx'
import { StepUpDialog } from './StepUpDialog.tsx'
import { urqlClient } from './urql.ts'

/** Shows the confirmation above any open dialog, and resolves with whether the user has confirmed. */
export function askForProof(how: readonly ProofKind[]): Promise<boolean> {
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
