import { useState } from 'react'
import { useClient } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { toast } from '#client/toast.ts'
import { graphql } from '#generated/gql.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import type { TemplateRow } from './templateDocuments.ts'

export const Editor = lazy(() => import('./TemplateDialog.tsx').then((one) => one.TemplateDialog))
const History = lazy(() => import('./TemplateHistory.tsx').then((one) => one.TemplateHistory))

const MakeDefault = graphql(`
  mutation TemplateActions_MakeDefault($input: ConsentTemplateIdInput!) {
    makeDefaultTemplate(input: $input) { id isDefault }
  }
`)
const Archive = graphql(`
  mutation TemplateActions_Archive($input: ConsentTemplateIdInput!) {
    archiveConsentTemplate(input: $input) { id archivedAt }
  }
`)
const Restore = graphql(`
  mutation TemplateActions_Restore($input: ConsentTemplateIdInput!) {
    restoreConsentTemplate(input: $input) { id archivedAt }
  }
`)

const acts = {
  make_default: {
    document: MakeDefault,
    done: 'Default template changed successfully',
    fallback: 'Failed to change the default template',
  },
  archive: {
    document: Archive,
    done: 'Template archived successfully',
    fallback: 'Failed to archive template',
  },
  restore: {
    document: Restore,
    done: 'Template restored successfully',
    fallback: 'Failed to restore template',
  },
}

type Act = keyof typeof acts
export type TemplateActionId = 'create' | 'edit' | 'history' | Act

export type TemplateActions = Omit<ReturnType<typeof useTemplateActions>, 'dialog'>

/** Handles the actions on templates and the dialog they open. */
export function useTemplateActions() {
  const client = useClient()
  const [open, setOpen] = useState<{
    action: 'create' | 'edit' | 'history'
    template: TemplateRow | null
  } | null>(null)
  const [pending, setPending] = useState<{ action: Act; id: string } | null>(null)
  const onClose = () => setOpen(null)

  async function run(action: Act, { id }: TemplateRow): Promise<void> {
    if (pending) return
    setPending({ action, id })
    const { document, done, fallback } = acts[action]
    const { error } = await client
      .mutation(document as typeof Archive, { input: { templateId: id } })
      .toPromise()
    setPending(null)
    if (!error) return toast.success('Success', done)
    const { code, message } = errorMessage(error, fallback)
    if (code !== 'unauthenticated') toast.failure('Error', message)
  }

  function onAction(action: TemplateActionId, template: TemplateRow | null): void {
    if (action === 'create' || action === 'edit' || action === 'history') setOpen({ action, template })
    else if (template) void run(action, template)
  }

  const dialog = open && (
    <OnDemand>
      {open.action === 'history' && open.template ? (
        <History template={open.template} onClose={onClose} />
      ) : (
        <Editor template={open.template} onClose={onClose} />
      )}
    </OnDemand>
  )
  const pendingFor = ({ id }: TemplateRow) => (pending?.id === id ? pending.action : undefined)
  return { onAction, pendingFor, dialog }
}
