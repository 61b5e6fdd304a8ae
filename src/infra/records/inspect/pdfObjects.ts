import { PDFContext, type PDFDict, type PDFName, type PDFObject, PDFObjectParser } from '@cantoo/pdf-lib'
import { isRefusal, type RefusalReason, refuse } from '#domain/records/refusals.ts'

/** Names that a PDF may not use, also as the start of a longer one (ISO 32000-2, 7.6, 7.11.4, 12.6.4, 13.7). */
const refusedNames: readonly (readonly [string, RefusalReason])[] = [
  ['Encrypt', 'encrypted'],
  ['JavaScript', 'active'],
  ['Launch', 'active'],
  ['EmbeddedFile', 'active'],
  ['RichMedia', 'active'],
]

/** Far more than any page needs. They bound the memory and the stack that one object can take. */
const DEPTH_MAX = 256
const VALUES_MAX = 400_000
/** How far a malformed object is read in search of its end. */
const MALFORMED_MAX = 262_144
/** The longest token that reading ahead can split. */
const EDGE = 16

const STREAM = [...Buffer.from('stream')]

/** How many bytes may still be parsed, so that objects that overlap cannot make the work grow faster than the file. */
export class Budget {
  #left = 0

  allow(bytes: number): void {
    this.#left += bytes
  }

  /** Throws the refusal of a file that is too complex when nothing is left. */
  spend(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw refuse('complex')
  }
}

/** One object as it was read. */
export type ParsedObject = {
  /** `null` when it is malformed. */
  value: PDFObject | null
  /** How often each name occurs in it, decoded. */
  names: ReadonlyMap<string, number>
  /** Where the word `stream` behind it ends, if there is one. */
  streamAt: number | null
  /** Whether it reaches the end of the bytes, so that more of them may change it. */
  isCut: boolean
}

/**
 * Parses single objects with pdf-lib's parser and judges every name and dictionary on the way. Names count wherever they
 * occur, so that a key that is set twice cannot hide the first value.
 */
export class ObjectReader extends PDFObjectParser {
  readonly #length: number
  readonly #budget: Budget
  #names = new Map<string, number>()
  #depth = 0
  #values = 0
  /** The arrays and dictionaries that are open, to find the end of an object that is malformed. */
  #open: ('[' | '<<')[] = []

  constructor(bytes: Uint8Array, budget: Budget) {
    const context = PDFContext.create()
    // biome-ignore lint/complexity/useLiteralKeys: the class of the argument is not exported, and the field is protected.
    super(PDFObjectParser.forBytes(bytes, context)['bytes'], context)
    this.#length = bytes.length
    this.#budget = budget
  }

  /** Reads the object that begins at `start`; throws the refusal of what it may not have. */
  readAt(start: number): ParsedObject {
    this.#reset(start)
    let value: PDFObject | null = null
    try {
      value = this.parseObject()
    } catch (error) {
      if (isRefusal(error)) throw error
      this.#readMalformed(MALFORMED_MAX)
    }
    this.skipWhitespaceAndComments()
    const streamAt = this.matchKeyword(STREAM) ? this.bytes.offset() : null
    this.#budget.spend(Math.max(1, this.bytes.offset() - start))
    return { value, names: this.#names, streamAt, isCut: this.bytes.offset() >= this.#length - EDGE }
  }

  /** Judges all names from the first byte to the last, whatever stands between them. */
  readAll(): void {
    this.#reset(0)
    this.#open = ['['] // never closed: every object counts
    this.#budget.spend(this.#length)
    while (!this.bytes.done()) {
      this.#readMalformed(this.#length)
      this.#open = ['[']
      this.bytes.next()
    }
  }

  #reset(start: number): void {
    this.bytes.moveTo(start)
    this.#names = new Map()
    this.#depth = 0
    this.#values = 0
    this.#open = []
  }

  override parseObject(): PDFObject {
    this.#values += 1
    this.#depth += 1
    if (this.#values > VALUES_MAX || this.#depth > DEPTH_MAX) throw refuse('complex')
    const value = super.parseObject()
    this.#depth -= 1
    return value
  }

  protected override parseArray(): ReturnType<PDFObjectParser['parseArray']> {
    this.#open.push('[')
    const array = super.parseArray()
    this.#open.pop()
    return array
  }

  /** The caller decides what a stream behind a dictionary means; its content is not copied. */
  protected override parseDictOrStream(): PDFDict {
    return this.parseDict()
  }

  protected override parseDict(): PDFDict {
    this.#open.push('<<')
    const dictionary = super.parseDict()
    this.#open.pop()
    judgeKeys(new Set(dictionary.keys().map(plainName)))
    return dictionary
  }

  protected override parseName(): PDFName {
    const start = this.bytes.offset()
    const name = super.parseName()
    const plain = plainName(name)
    const raw = this.bytes.offset() - start - 1
    // The parser decodes an escaped `#` a second time, which viewers don't. No program writes such a name.
    if (raw !== plain.length && /#23[0-9a-f]{2}/i.test(this.#text(start))) throw refuse('disguised')
    this.#names.set(plain, (this.#names.get(plain) ?? 0) + 1)
    for (const [refused, reason] of refusedNames) if (plain.startsWith(refused)) throw refuse(reason)
    return name
  }

  /**
   * Goes on where parsing failed, as viewers do: to where the object closes, or to the next one. Names in it count, and
   * those of all its dictionaries are judged together.
   */
  #readMalformed(most: number): void {
    const start = this.bytes.offset()
    while (!this.bytes.done() && this.#open.length > 0) {
      if (this.bytes.offset() - start > most) throw refuse('broken')
      this.skipWhitespaceAndComments()
      if (this.#isNextObject()) break
      this.#skipToken()
    }
    judgeKeys(new Set(this.#names.keys()))
  }

  #text(start: number): string {
    return Buffer.from(this.bytes.slice(start, this.bytes.offset())).toString('latin1')
  }

  /** Reads a run of letters; whether it says that another object begins. */
  #isNextObject(): boolean {
    let word = ''
    while (isLetter(this.bytes.peek())) word += String.fromCharCode(this.bytes.next())
    return word === 'obj'
  }

  #skipToken(): void {
    if (this.bytes.done()) return
    const two = String.fromCharCode(this.bytes.peek(), this.bytes.peekAhead(1))
    try {
      if (two === '<<' || two === '>>') this.#bracket(two)
      else if (two.startsWith('[') || two.startsWith(']')) this.#bracket(two.charAt(0) as '[' | ']')
      else if (two.startsWith('/')) this.parseName()
      else if (two.startsWith('(')) this.parseString()
      else if (two.startsWith('<')) this.parseHexString()
      else this.bytes.next()
    } catch (error) {
      if (isRefusal(error)) throw error // anything else is a string without an end
    }
  }

  #bracket(bracket: '[' | ']' | '<<' | '>>'): void {
    this.bytes.moveTo(this.bytes.offset() + bracket.length)
    const opened = this.#open.at(-1)
    if (bracket === '[' || bracket === '<<') this.#open.push(bracket)
    else if (opened === (bracket === ']' ? '[' : '<<')) this.#open.pop()
    if (this.#open.length > VALUES_MAX) throw refuse('complex')
  }
}

/** Script and files are also told by their keys alone (ISO 32000-2, table 217 and table 43). */
function judgeKeys(keys: ReadonlySet<string>): void {
  if (keys.has('JS') && keys.has('S')) throw refuse('active')
  if (keys.has('EF') && ['F', 'UF', 'DOS', 'Mac', 'Unix', 'Type'].some((key) => keys.has(key)))
    throw refuse('active')
}

/** The name as it reads with its escapes decoded, without the slash. */
export const plainName = (name: PDFName): string => name.asString().slice(1)

const isLetter = (byte = 0) => (byte | 32) >= 97 && (byte | 32) <= 122
