import type { ProofKind } from '#domain/errors.ts'

type Errors = { errors?: { extensions?: { code?: string; how?: ProofKind[] } }[] }

/** The open question. Several refused requests wait for the same answer. */
let open: Promise<boolean> | undefined

/**
 * If the server asks for a confirmation, lets the user confirm and sends the request again, so that the screen goes on with
 * what was typed. Returns the refused response unchanged if it is about something else, or if the user cancels.
 */
export async function stepUp(answer: Response, again: () => Promise<Response>): Promise<Response> {
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as Errors | null
  const needed = body?.errors?.find(({ extensions }) => extensions?.code === 'step_up_required')
  if (!needed) return answer
  // Apart from this file, which every page can name in few bytes.
  open ??= import('./askForProof.tsx')
    .then(({ askForProof }) => askForProof(needed.extensions?.how ?? ['password']))
    .finally(() => {
      open = undefined
    })
  return (await open) ? again() : answer
}
