import { refuse } from '#domain/records/refusals.ts'
import { isElsewhere, plainTarget } from './targets.ts'

/** The namespaces of WordprocessingML: transitional and strict (ECMA-376, part 1, annex A). */
const NAMESPACES = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
])
const COMPATIBILITY = 'http://schemas.openxmlformats.org/markup-compatibility/2006'

/** Fields that communicate with other programs or load their data (ECMA-376, part 1, 17.16.5; [MS-OE376] for DDE). */
const REFUSED = new Set(['dde', 'ddeauto', 'link', 'import', 'database'])
/** Fields that load a file from anywhere. */
const LOADING = new Set(['includepicture', 'includetext', 'include', 'rd', 'macrobutton'])
/** Parts of a document whose fields are separate from those of the surrounding text. */
const STORIES = new Set(['txbxcontent', 'footnote', 'endnote', 'comment', 'docpart'])
/** Elements of a run that count as whitespace. */
const BLANKS = new Set(['tab', 'br', 'cr', 'ptab'])

/** The longest instruction to keep, in characters. Real ones have a few words. */
const INSTRUCTION_MAX = 16_384
const NESTED_MAX = 200

/** The elements whose text may belong to an instruction: how Word counts deleted and plain text in it is not specified. */
type TextElement = 'instrtext' | 'delinstrtext' | 't' | 'deltext'
const readings: readonly ReadonlySet<TextElement>[] = [
  new Set(['instrtext']),
  new Set(['instrtext', 't']),
  new Set(['instrtext', 'delinstrtext']),
  new Set(['instrtext', 'delinstrtext', 't', 'deltext']),
]

/** A field whose instruction is being read, in each of the `readings`. */
type Field = { texts: string[]; hasNested: boolean; isCode: boolean; isCut: boolean; alternatives: number }

/** An element or attribute by its namespace and its local name. */
export type XmlName = { uri: string; local: string }
export type WordElement = XmlName & { attributes: readonly (XmlName & { value: string })[] }

/**
 * Follows the fields of a part through its elements: simple ones, and complex ones whose instruction is in the text of any
 * number of runs. Throws the refusal of a field that reaches other programs or files elsewhere.
 */
export class FieldWatch {
  #fields: Field[] = []
  /** The open fields around a text box or a note, to continue after it. */
  readonly #outer: Field[][] = []
  #text: TextElement | null = null

  readonly onOpen = ({ uri, local, attributes }: WordElement): void => {
    this.#countAlternatives(uri, local, 1)
    if (!NAMESPACES.has(uri)) return
    const name = local.toLowerCase()
    const attribute = (wanted: string) =>
      attributes.find((one) => NAMESPACES.has(one.uri) && one.local.toLowerCase() === wanted)?.value ?? ''
    if (name === 'fldsimple') judgeInstruction(attribute('instr'))
    else if (name === 'fldchar') this.#onMark(attribute('fldchartype').trim().toLowerCase())
    else if (BLANKS.has(name)) this.#append(' ')
    else if (isTextElement(name)) this.#text = name
    else if (STORIES.has(name)) {
      if (this.#outer.length >= NESTED_MAX) throw refuse('complex')
      this.#outer.push(this.#fields)
      this.#fields = []
    }
  }

  readonly onClose = ({ uri, local }: XmlName): void => {
    this.#countAlternatives(uri, local, -1)
    if (!NAMESPACES.has(uri)) return
    this.#text = null
    if (!STORIES.has(local.toLowerCase())) return
    this.onEnd()
    this.#fields = this.#outer.pop() ?? []
  }

  readonly onText = (more: string): void => {
    if (this.#text) this.#append(more)
  }

  /** Judges the fields without an end. */
  onEnd(): void {
    for (const field of this.#fields) if (field.isCode) judge(field)
  }

  #countAlternatives(uri: string, local: string, change: number): void {
    const field = this.#fields.at(-1)
    if (field && uri === COMPATIBILITY && local === 'AlternateContent') field.alternatives += change
  }

  /** Handles the begin, separator and end mark of a field. */
  #onMark(type: string): void {
    const field = this.#fields.at(-1)
    if (type === 'begin') this.#begin(field)
    else if (field) {
      checkAlternatives(field)
      if (field.isCode) judge(field)
      field.isCode = false
      if (type === 'end') this.#fields.pop()
    }
  }

  #begin(around: Field | undefined): void {
    if (this.#fields.length >= NESTED_MAX) throw refuse('complex')
    if (around?.isCode) {
      // A field whose type is the result of another field may be of any type. A formula needs no space.
      if (!around.texts.every((text) => /^=|\S\s/.test(text))) throw refuse('fields')
      around.hasNested = true
      this.#append(' ')
    }
    const texts = readings.map(() => '')
    this.#fields.push({ texts, hasNested: false, isCode: true, isCut: false, alternatives: 0 })
  }

  /** Adds text to the instruction, in the readings in which the element counts. Whitespace counts in all. */
  #append(more: string): void {
    const [field, text] = [this.#fields.at(-1), this.#text]
    if (!field?.isCode) return
    checkAlternatives(field)
    field.texts = field.texts.map((before, index) => {
      if (text && !readings[index]?.has(text)) return before
      const room = INSTRUCTION_MAX - before.length
      if (more.length > room) field.isCut = true
      return (before + more.slice(0, room)).trimStart()
    })
  }
}

const isTextElement = (name: string): name is TextElement =>
  ['instrtext', 'delinstrtext', 't', 'deltext'].includes(name)

/** Programs may choose either of two alternatives, so an instruction with alternatives has several readings. */
function checkAlternatives({ alternatives }: Field): void {
  if (alternatives > 0) throw refuse('disguised')
}

function judge({ texts, hasNested, isCut }: Field): void {
  for (const text of texts) judgeInstruction(text, hasNested || isCut)
}

/** `isUnclear`: parts of the instruction are the results of other fields, or it is too long to keep. */
function judgeInstruction(instruction: string, isUnclear = false): void {
  const [keyword = '', ...words] = instruction
    .trim()
    .toLowerCase()
    .split(/[\s"“”„]+/)
    .filter(Boolean)
  if (REFUSED.has(keyword)) throw refuse('fields')
  if (!LOADING.has(keyword)) return
  if (isUnclear || words.some((word) => isElsewhere(plainTarget(word)))) throw refuse('fields')
}
