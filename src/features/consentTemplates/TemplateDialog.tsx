import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { Banner } from '#ui/Banner.tsx'
import { Dialog, DialogBody } from '#ui/Dialog.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import { type TemplateRow, templateVersionsQuery } from './templateDocuments.ts'

type Props = { template: TemplateRow | null; onClose: () => void }

/** Creates a template or adds a version to one. */
export function TemplateDialog({ template, onClose }: Props) {
  return template ? <NextVersion template={template} onClose={onClose} /> : <TemplateForm onClose={onClose} />
}

function NextVersion({ template, onClose }: Props & { template: TemplateRow }) {
  const [{ data, error }] = useQuery({
    query: templateVersionsQuery,
    variables: { templateId: template.id },
    requestPolicy: 'network-only',
  })
  const latest = data?.consentTemplateVersions[0]
  if (latest) return <TemplateForm template={template} latest={latest} onClose={onClose} />
  return (
    <Dialog title={`Edit ${template.name}`} size="full" onClose={onClose}>
      <DialogBody>
        {error ? (
          <Banner tone="critical" isAlert>
            {errorMessage(error, 'The template could not be loaded').message}
          </Banner>
        ) : (
          <Skeleton rows={6} />
        )}
      </DialogBody>
    </Dialog>
  )
}
