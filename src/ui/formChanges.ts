type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const pressed = new Set(['submit', 'button', 'reset', 'image'])
const marks = new Set(['checkbox', 'radio'])

const isField = (element: Element): element is Field =>
  (element instanceof HTMLInputElement && !pressed.has(element.type) && !element.readOnly) ||
  (element instanceof HTMLTextAreaElement && !element.readOnly) ||
  element instanceof HTMLSelectElement

const isMark = (field: Field): field is HTMLInputElement => marks.has(field.type)

const isFile = (field: Field): field is HTMLInputElement => field.type === 'file'

function said(field: Field): string {
  if (isMark(field)) return String(field.checked)
  if (isFile(field)) return String(field.files?.length ?? 0)
  return field.value
}

/**
 * The fields of a form by a key that survives a new render: name, value of a checkbox or radio, and index
 * among equals.
 */
function fieldsOf(form: HTMLFormElement | null): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const element of form?.elements ?? []) {
    if (!isField(element)) continue
    const name = isMark(element) ? `${element.name}=${element.value}` : element.name
    let place = 0
    while (fields.has(`${name}#${place}`)) place += 1
    fields.set(`${name}#${place}`, element)
  }
  return fields
}

/** A field's key and its value. */
export type FieldValue = { name: string; value: string }

/** Passwords and files must not be saved, and hidden fields are not typed. */
const unkept = new Set(['password', 'file', 'hidden'])

/** A select can be restored only when its option exists, which may be later than the field. */
const canSay = (field: Field | undefined, value: string): boolean =>
  field instanceof HTMLSelectElement
    ? [...field.options].some((option) => option.value === value)
    : field !== undefined

/** Sets a value as if a user did, so that listeners get the events. */
function say(field: Field, value: string): void {
  if (isMark(field)) {
    if (String(field.checked) !== value) field.click()
    return
  }
  const prototype = Object.getPrototypeOf(field) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** The events that come before or with a user's first change. */
const touches = ['pointerdown', 'keydown', 'beforeinput', 'paste', 'drop', 'click', 'input'] as const
/** Events that arrive after the field has changed. */
const tooLate: readonly string[] = ['click', 'input']

/** The change tracker of a form. */
export type FormChanges = ReturnType<typeof watchForm>

/**
 * Remembers the values of a form before the user touches it. Fields that appear or are filled by code before
 * that, and all later fields, count as unchanged.
 */
export function watchForm(form: () => HTMLFormElement | null) {
  const atFirst = new Map<string, string>()
  /** Values to restore to fields that do not exist yet. */
  let awaited: FieldValue[] = []
  let isTouched = false

  function look({ anew = !isTouched } = {}): void {
    for (const [key, field] of fieldsOf(form())) {
      if (anew || !atFirst.has(key)) atFirst.set(key, said(field))
    }
    sayAwaited()
  }

  function sayAwaited(): void {
    if (awaited.length === 0) return
    const fields = fieldsOf(form())
    const isThere = ({ name, value }: FieldValue) => canSay(fields.get(name), value)
    const now = awaited.filter(isThere)
    awaited = awaited.filter((one) => !isThere(one))
    for (const { name, value } of now) say(fields.get(name) as Field, value)
  }

  const changed = () =>
    isTouched
      ? [...fieldsOf(form())].filter(([key, field]) => atFirst.has(key) && atFirst.get(key) !== said(field))
      : []

  function touch({ type }: Event): void {
    look({ anew: !isTouched && !tooLate.includes(type) })
    isTouched = true
  }

  return {
    look: () => look(),
    /** Marks the current content as saved. */
    settle: () => look({ anew: true }),
    isChanged: () => changed().length > 0,
    /** The changed values that can be saved as a draft. */
    changes: (): FieldValue[] =>
      changed()
        .filter(([, field]) => !unkept.has(field.type))
        .map(([name, field]) => ({ name, value: said(field) })),
    /** Restores a draft, each field as soon as it exists. */
    restore(values: readonly FieldValue[]): void {
      isTouched = true
      awaited = [...values]
      look()
    },
    listen(element: HTMLFormElement): () => void {
      for (const type of touches) element.addEventListener(type, touch, { capture: true })
      return () => {
        for (const type of touches) element.removeEventListener(type, touch, { capture: true })
      }
    },
  }
}
