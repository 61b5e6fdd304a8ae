import { useAction } from '#client/useAction.ts'
import type { EditClinicSetupInput } from '#generated/graphql.ts'
import { EditClinicSetup } from './setupDocuments.ts'

/** Changes the checklist at the press of a button. `onDone` runs if it worked. */
export function useEditSetup() {
  const { run, pending } = useAction()
  const edit = (input: EditClinicSetupInput, done: string | (() => void)) =>
    run({
      document: EditClinicSetup,
      variables: { input },
      key: Object.keys(input).join(),
      done,
      fallback: 'Failed to update the checklist',
    })
  return {
    dismiss: (done: string | (() => void)) => void edit({ isDismissed: true }, done),
    bringBack: (done: string | (() => void)) => void edit({ isDismissed: false }, done),
    markReviewed: (done: string | (() => void)) => void edit({ isConsentFormReviewed: true }, done),
    isDismissing: pending === 'isDismissed',
    isMarking: pending === 'isConsentFormReviewed',
  }
}
