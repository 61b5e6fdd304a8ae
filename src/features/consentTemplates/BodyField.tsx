import type { KeyboardEvent, RefObject } from 'react'
import { mergeFieldNames, mergeFields } from '#domain/consent/mergeFields.ts'
import { TEMPLATE } from '#domain/consent/templateInputs.ts'
import { Button } from '#ui/Button.tsx'
import { charactersIn } from '#ui/charactersIn.ts'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { apply, around, insert, lines } from './editText.ts'
import { bodyField, tools } from './TemplateForm.css.ts'

type Props = {
  value: string
  onChange: (value: string) => void
  areaRef: RefObject<HTMLTextAreaElement | null>
  name?: string
  label?: string
  isRequired?: boolean
}

type Tool = {
  label: string
  keys: string
  isKey: (event: KeyboardEvent) => boolean
  edit: Parameters<typeof apply>[1]
}

const withShift = (code: string) => (event: KeyboardEvent) => event.shiftKey && event.code === code
const plain = (key: string) => (event: KeyboardEvent) => !event.shiftKey && event.key.toLowerCase() === key

/** Each tool has a key that is pressed together with Ctrl or Cmd. */
const toolbar: readonly Tool[] = [
  { label: 'Heading', keys: 'Control+Shift+H', isKey: withShift('KeyH'), edit: (at) => lines(at, 'heading') },
  { label: 'Bold', keys: 'Control+B', isKey: plain('b'), edit: (at) => around(at, '**') },
  { label: 'Italic', keys: 'Control+I', isKey: plain('i'), edit: (at) => around(at, '*') },
  { label: 'List', keys: 'Control+Shift+8', isKey: withShift('Digit8'), edit: (at) => lines(at, 'bullets') },
  {
    label: 'Numbers',
    keys: 'Control+Shift+7',
    isKey: withShift('Digit7'),
    edit: (at) => lines(at, 'numbers'),
  },
]

const fields = mergeFieldNames.map((name) => ({ id: name, label: mergeFields[name].label }))

/** The editor for a form's text, with the supported Markdown and the merge fields. */
export function BodyField({
  value,
  onChange,
  areaRef,
  name = 'body',
  label = 'Text',
  isRequired = true,
}: Props) {
  const run = (edit: Tool['edit']) => areaRef.current && apply(areaRef.current, edit)

  function onKeyDown(event: KeyboardEvent): void {
    const tool = (event.ctrlKey || event.metaKey) && toolbar.find(({ isKey }) => isKey(event))
    if (!tool) return
    event.preventDefault()
    run(tool.edit)
  }

  return (
    <div className={bodyField}>
      <div
        className={tools}
        role="toolbar"
        aria-label={name === 'body' ? 'Format the text' : 'Format the Spanish text'}
      >
        {toolbar.map(({ label, keys, edit }) => (
          <Button
            key={label}
            size="small"
            aria-keyshortcuts={keys}
            title={keys.replaceAll('+', ' ')}
            onClick={() => run(edit)}
          >
            {label}
          </Button>
        ))}
        <NativeSelect
          label={name === 'body' ? 'Insert Field' : 'Insert Into the Spanish Text'}
          size="small"
          value=""
          options={[{ id: '', label: 'Insert Field…' }, ...fields]}
          onChange={({ currentTarget }) => {
            const { value: chosen } = currentTarget
            if (chosen) run((at) => insert(at, `{{${chosen}}}`))
          }}
        />
      </div>
      <TextArea
        name={name}
        label={label}
        isRequired={isRequired}
        rows={22}
        value={value}
        onChange={onChange}
        inputRef={areaRef}
        onKeyDown={onKeyDown}
        counter={`${charactersIn(value).toLocaleString('en-US')}/${TEMPLATE.body.toLocaleString('en-US')}`}
        description="Text inside [[ ]] is left out if one of its fields is empty."
      />
    </div>
  )
}
