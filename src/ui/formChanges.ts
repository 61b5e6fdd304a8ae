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

/** The fields of a form by a key that outlives their elements: name, value of a mark, and place among equals. */
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

/** What a form said: a field's key, and its value. */
export type FieldValue = { name: string; value: string }

/** Passwords and files are nobody's to keep, and what is hidden is not typed. */
const unkept = new Set(['password', 'file', 'hidden'])

/** A choice can be made once it is offered, which may be later than its field. */
const canSay = (field: Field | undefined, value: string): boolean =>
  field instanceof HTMLSelectElement
    ? [...field.options].some((option) => option.value === value)
    : field !== undefined

/** Says it as if a person did, so that whoever follows the field hears of it. */
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

/** What can have been done to a form before it changed. */
const touches = ['pointerdown', 'keydown', 'beforeinput', 'paste', 'drop', 'click', 'input'] as const
/** Heard of when the field already says something else. */
const tooLate: readonly string[] = ['click', 'input']

/** What has become of a form. */
export type FormChanges = ReturnType<typeof watchForm>

/**
 * Remembers what a form said before anybody touched it. What appears or is filled in by the product itself until then,
 * and any field that comes later, counts as unchanged.
 */
export function watchForm(form: () => HTMLFormElement | null) {
  const atFirst = new Map<string, string>()
  /** What is to be said again by fields that are not there yet. */
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
    /** What the form says now is saved. */
    settle: () => look({ anew: true }),
    isChanged: () => changed().length > 0,
    /** What was changed and can be said again. */
    changes: (): FieldValue[] =>
      changed()
        .filter(([, field]) => !unkept.has(field.type))
        .map(([name, field]) => ({ name, value: said(field) })),
    /** Says again what was kept, each field as soon as it is there. */
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
