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

/** What can have been done to a form before it changed. */
const touches = ['pointerdown', 'keydown', 'beforeinput', 'paste', 'drop', 'click', 'input'] as const
/** Heard of when the field already says something else. */
const tooLate: readonly string[] = ['click', 'input']

/**
 * Remembers what a form said before anybody touched it. What appears or is filled in by the product itself until then,
 * and any field that comes later, counts as unchanged.
 */
export function watchForm(form: () => HTMLFormElement | null) {
  const atFirst = new Map<string, string>()
  let isTouched = false

  function look({ anew = !isTouched } = {}): void {
    for (const [key, field] of fieldsOf(form())) {
      if (anew || !atFirst.has(key)) atFirst.set(key, said(field))
    }
  }

  function touch({ type }: Event): void {
    look({ anew: !isTouched && !tooLate.includes(type) })
    isTouched = true
  }

  return {
    look: () => look(),
    /** What the form says now is saved. */
    settle: () => look({ anew: true }),
    isChanged: () =>
      isTouched &&
      [...fieldsOf(form())].some(([key, field]) => atFirst.has(key) && atFirst.get(key) !== said(field)),
    listen(element: HTMLFormElement): () => void {
      for (const type of touches) element.addEventListener(type, touch, { capture: true })
      return () => {
        for (const type of touches) element.removeEventListener(type, touch, { capture: true })
      }
    },
  }
}
