import { useSubmit } from '#client/useSubmit.ts'
import { paths } from '#domain/access/screens.ts'
import { endSessionInput } from '#domain/users/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'

const ReportSession = graphql(`
  mutation ReportSessionDialog($input: ReportSessionInput!) { reportSession(input: $input) }
`)

/** Explains the consequences, then reports a session that is not the user's. */
export function ReportSessionDialog({ sessionId, onClose }: { sessionId: string; onClose: () => void }) {
  const { submit, isPending } = useSubmit({
    document: ReportSession,
    input: endSessionInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to report the session',
    onDone: () => location.assign(paths.home),
  })
  return (
    <Dialog
      title="This Wasn’t Me"
      description="Someone else may know your password."
      role="alertdialog"
      onClose={onClose}
      isPending={isPending}
    >
      <Form onSubmit={() => void submit({ sessionId })}>
        <DialogBody>
          <p>
            All your sessions end, including this one. Your API keys and your calendar address stop working.
          </p>
          <p>When you sign in again, you choose a new password. Administrators are alerted.</p>
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="critical" isPending={isPending}>
            Report and Sign Out
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
