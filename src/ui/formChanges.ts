type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const pressed = new Set(['submit', 'button', 'reset', 'image'])
const marks = new Set(['checkbox', 'radio'])

const isField = (element: Element): element is Field =>
  (element instanceof HTMLInputElement &&
    !pressed.has(element.type) &&
    (!element.readOnly || element.matches('[hidden]'))) ||
  (element instanceof HTMLTextAreaElement && !element.readOnly) ||
  element instanceof HTMLSelectElement

const isMark = (field: Field): field is HTMLInputElement => marks.has(field.type)

const isFile = (field: Field): field is HTMLInputElement => field.type === 'file'

function fieldValue(field: Field): string {
  if (isMark(field)) return String(field.checked)
  if (isFile(field)) return String(field.files?.length ?? 0)
  return field.value
}

const keyOf = (name: string, place: number): string => `${name}#${place}`
const markName = (name: string, value: string): string => `${name}=${value}`

/** The key of a field whose name no other field of the form has. A checkbox or radio has a value too. */
export const fieldKey = (name: string, mark?: string): string =>
  keyOf(mark === undefined ? name : markName(name, mark), 0)

/**
 * The fields of a form by a key that survives a new render: name, value of a checkbox or radio, and index
 * among equals.
 */
function fieldsOf(form: HTMLFormElement | null): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const element of form?.elements ?? []) {
    if (!isField(element)) continue
    const name = isMark(element) ? markName(element.name, element.value) : element.name
    let place = 0
    while (fields.has(keyOf(name, place))) place += 1
    fields.set(keyOf(name, place), element)
  }
  return fields
}

/** A field's key and its value. */
export type FieldValue = { name: string; value: string }

/** Passwords and files must not be saved, and hidden fields are not typed. */
const unkept = new Set(['password', 'file', 'hidden'])

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
  let isTouched = false

  function look({ anew = !isTouched } = {}): void {
    for (const [key, field] of fieldsOf(form())) {
      if (anew || !atFirst.has(key)) atFirst.set(key, fieldValue(field))
    }
  }

  const changed = () =>
    isTouched
      ? [...fieldsOf(form())].filter(
          ([key, field]) => atFirst.has(key) && atFirst.get(key) !== fieldValue(field),
        )
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
        .map(([name, field]) => ({ name, value: fieldValue(field) })),
    listen(element: HTMLFormElement): () => void {
      for (const type of touches) element.addEventListener(type, touch, { capture: true })
      return () => {
        for (const type of touches) element.removeEventListener(type, touch, { capture: true })
      }
    },
  }
}
