import { useRef, useState } from 'react'
import { elementNames, elements } from '#domain/consent/elements.ts'
import { spanishStarts } from '#domain/consent/spanishStarts.ts'
import type { Language } from '#domain/language.ts'
import type { TemplateVersionsQuery } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { FieldPair, Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { BodyField } from './BodyField.tsx'
import { append, apply } from './editText.ts'
import { PartsOfTemplate } from './PartsOfTemplate.tsx'
import { PreviewPane } from './PreviewPane.tsx'
import { beside, column } from './TemplateForm.css.ts'
import type { TemplateRow } from './templateDocuments.ts'
import { Unprintable } from './Unprintable.tsx'
import { type Content, daysIn, useSaveTemplate } from './useSaveTemplate.ts'

import { useTemplatePreview } from './useTemplatePreview.ts'

type Version = TemplateVersionsQuery['consentTemplateVersions'][number]

type Props = { template?: TemplateRow; latest?: Version; onClose: () => void }

/** The form's text on one side, its preview and missing elements on the other. */
export function TemplateForm({ template, latest, onClose }: Props) {
  const [content, setContent] = useState<Content>({
    name: template?.name ?? '',
    title: latest?.title ?? '',
    body: latest?.body ?? '',
    spanishTitle: latest?.spanish?.title ?? '',
    spanishBody: latest?.spanish?.body ?? '',
    asksWitness: latest?.asksWitness ?? false,
    asksInterpreter: latest?.asksInterpreter ?? false,
    days: latest ? String(latest.validDays ?? '') : '365',
  })
  const set = (name: keyof Content) => (value: string | boolean) =>
    setContent((before) => ({ ...before, [name]: value }))
  const area = useRef<HTMLTextAreaElement>(null)
  const spanishArea = useRef<HTMLTextAreaElement>(null)
  // The preview follows the text that is being written.
  const [language, setLanguage] = useState<Language>('en')
  const isSpanish = language === 'es'
  const version = template && latest ? { templateId: template.id, basedOn: latest.number } : null
  const { save, errors, isPending } = useSaveTemplate(version, onClose)
  const body = isSpanish ? content.spanishBody : content.body
  const preview = useTemplatePreview({
    title: isSpanish ? content.spanishTitle : content.title,
    body,
    language,
    validDays: daysIn(content.days),
    asksWitness: content.asksWitness,
    asksInterpreter: content.asksInterpreter,
  })

  return (
    <Dialog
      title={template ? `Edit ${template.name}` : 'New Template'}
      description="Forms already sent keep their original text."
      size="full"
      onClose={onClose}
      isPending={isPending}
    >
      <Form validationErrors={errors} onSubmit={() => void save(content)}>
        <DialogBody>
          <div className={beside}>
            <div className={column}>
              <FieldPair>
                <TextField
                  name="name"
                  label="Name"
                  isRequired
                  autoFocus={!template}
                  value={content.name}
                  onChange={set('name')}
                />
                <TextField
                  name="validDays"
                  label="Authorization Lasts (Days)"
                  inputMode="numeric"
                  autoComplete="off"
                  description="Leave empty if only the text says when it ends"
                  value={content.days}
                  onChange={set('days')}
                />
              </FieldPair>
              <div className={column} onFocusCapture={() => setLanguage('en')}>
                <TextField
                  name="title"
                  label="Title of the Form"
                  isRequired
                  value={content.title}
                  onChange={set('title')}
                />
                <BodyField value={content.body} onChange={set('body')} areaRef={area} />
              </div>
              <div className={column} onFocusCapture={() => setLanguage('es')}>
                <p>
                  <strong>Spanish version (optional).</strong> Patients who prefer Spanish receive it. Have it
                  reviewed by someone who knows Spanish and the law before use. Without it, they receive the
                  form in English.
                </p>
                <TextField
                  name="spanish.title"
                  label="Title in Spanish"
                  value={content.spanishTitle}
                  onChange={set('spanishTitle')}
                />
                <BodyField
                  name="spanish.body"
                  label="Text in Spanish"
                  isRequired={false}
                  value={content.spanishBody}
                  onChange={set('spanishBody')}
                  areaRef={spanishArea}
                />
              </div>
              <Checkbox
                name="asksWitness"
                isSelected={content.asksWitness}
                onChange={set('asksWitness')}
                detail="Required: a witness types a name and a relation or organization before the patient signs. Not possible through DocuSign."
              >
                Ask for a witness
              </Checkbox>
              <Checkbox
                name="asksInterpreter"
                isSelected={content.asksInterpreter}
                onChange={set('asksInterpreter')}
                detail="Optional for the patient: an interpreter who helped types a name and a language. Not possible through DocuSign."
              >
                Offer a line for an interpreter
              </Checkbox>
            </div>
            <div className={column}>
              <Unprintable problems={(body && preview.shown?.problems) || []} />
              <PartsOfTemplate
                lacks={body ? preview.shown?.lacks : elementNames}
                onAdd={(name) => {
                  const { current } = isSpanish ? spanishArea : area
                  const start = isSpanish ? spanishStarts[name] : elements[name].start
                  if (current) apply(current, (at) => append(at, start))
                }}
              />
              <PreviewPane {...preview} />
            </div>
          </div>
        </DialogBody>
        <DialogFoot>
          <DialogClose>Cancel</DialogClose>
          <Button type="submit" variant="primary" isPending={isPending}>
            {latest ? `Save as Version ${latest.number + 1}` : 'Create Template'}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
