import { PDFContext, type PDFDict, PDFName, type PDFObject, PDFObjectParser } from '@cantoo/pdf-lib'
import { isRefusal, refuse } from '#domain/records/refusals.ts'
import {
  type Finding,
  judgeBare,
  judgeDictionary,
  judgeLooseNames,
  judgeLooseText,
  judgeStream,
  plainName,
} from './pdfRules.ts'

/** Far more than any page needs. They bound the memory and the stack that one object can take. */
const DEPTH_MAX = 256
const VALUES_MAX = 400_000
/** How far a malformed object is read in search of its end. */
const MALFORMED_MAX = 262_144
/** The longest token that reading ahead can split. */
const EDGE = 16

/** The minimum cost of an object, since starting to parse one takes time, too. */
const OBJECT_COST = 16
/** The cost of a malformed object in an object stream. Programs write none there, and each takes long to fail. */
const MALFORMED_COST = 2048
/** The bytes with which a name, a string, a dictionary, an array or a number begins. */
const OBJECT_STARTS = new Set(Buffer.from('/(<[0123456789+-.'))

const STREAM = [...Buffer.from('stream')]

/** Limits the bytes that are parsed, so that the work for overlapping objects cannot grow faster than the file. */
export class Budget {
  #left = 0

  allow(bytes: number): void {
    this.#left += bytes
  }

  /** Throws the refusal of a too complex file when the budget is used up. */
  spend(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw refuse('complex')
  }
}

/** One parsed object. */
export type ParsedObject = {
  /** `null` if it is malformed. */
  value: PDFObject | null
  /** The number of occurrences of each decoded name in it. */
  names: ReadonlyMap<string, number>
  found: ReadonlySet<Finding>
  /** The end of the word `stream` after it, if there is one. */
  streamAt: number | null
  /** Whether it reaches the end of the bytes, so that further bytes may change it. */
  isCut: boolean
}

/** A dictionary that is being parsed, with all its entries so far, including duplicate keys. */
type Frame = { isOnClick: boolean; key: string; entries: [string, PDFObject][] }

/** Parses single objects with pdf-lib's parser and judges every dictionary on the way. */
export class ObjectReader extends PDFObjectParser {
  readonly #length: number
  readonly #budget: Budget
  #names = new Map<string, number>()
  #depth = 0
  #values = 0
  #found = new Set<Finding>()
  /** The open dictionaries; `null` for an array. */
  #frames: (Frame | null)[] = []
  /** Whether the next name is a value and not the key of a dictionary. */
  #isValue = false
  /** The open arrays and dictionaries, to find the end of a malformed object. */
  #open: ('[' | '<<')[] = []

  constructor(bytes: Uint8Array, budget: Budget) {
    const context = PDFContext.create()
    // biome-ignore lint/complexity/useLiteralKeys: the class of the argument is not exported, and the field is protected.
    super(PDFObjectParser.forBytes(bytes, context)['bytes'], context)
    this.#length = bytes.length
    this.#budget = budget
  }

  /** Parses the object at `start`. Throws the refusal of one that cannot be judged. */
  readAt(start: number): ParsedObject {
    this.#found = new Set()
    this.#reset(start)
    const value = this.#readObject(MALFORMED_MAX)
    if (!value) judgeLooseNames(new Set(this.#names.keys()), this.#found)
    this.skipWhitespaceAndComments()
    const streamAt = this.matchKeyword(STREAM) ? this.bytes.offset() : null
    if (streamAt !== null) judgeStream(value, this.#found)
    this.#budget.spend(Math.max(OBJECT_COST, this.bytes.offset() - start))
    const isCut = this.bytes.offset() >= this.#length - EDGE
    return { value, names: this.#names, found: this.#found, streamAt, isCut }
  }

  /** Judges all objects from the first byte to the last, ignoring other bytes between them. */
  readAll(): ReadonlySet<Finding> {
    this.#found = new Set()
    const loose = new Set<string>()
    this.#budget.spend(this.#length)
    this.bytes.moveTo(0)
    while (!this.bytes.done()) {
      if (!OBJECT_STARTS.has(this.bytes.peek())) {
        this.bytes.next()
        continue
      }
      this.#reset(this.bytes.offset())
      const value = this.#readObject(this.#length)
      if (value && !(value instanceof PDFName)) continue
      for (const name of this.#names.keys()) loose.add(name)
      this.#budget.spend(value ? OBJECT_COST : MALFORMED_COST)
    }
    judgeLooseNames(loose, this.#found)
    return this.#found
  }

  /** Parses an object. Returns `null` for a malformed one, and continues to its possible end. */
  #readObject(malformedMax: number): PDFObject | null {
    try {
      const value = this.parseObject()
      judgeBare(value, this.#found)
      return value
    } catch (error) {
      if (isRefusal(error)) throw error
      for (const frame of this.#frames) if (frame) judgeDictionary(frame.entries, false, this.#found)
      this.#frames = []
      this.#isValue = false
      this.#readMalformed(malformedMax)
      return null
    }
  }

  #reset(start: number): void {
    this.bytes.moveTo(start)
    this.#names = new Map()
    this.#depth = 0
    this.#values = 0
    this.#frames = []
    this.#open = []
  }

  override parseObject(): PDFObject {
    this.#values += 1
    this.#depth += 1
    if (this.#values > VALUES_MAX || this.#depth > DEPTH_MAX) throw refuse('complex')
    this.#isValue = true
    const value = super.parseObject()
    this.#isValue = false
    this.#depth -= 1
    const frame = this.#frames.at(-1)
    if (frame) frame.entries.push([frame.key, value])
    return value
  }

  protected override parseArray(): ReturnType<PDFObjectParser['parseArray']> {
    this.#open.push('[')
    this.#frames.push(null)
    const array = super.parseArray()
    this.#frames.pop()
    this.#open.pop()
    return array
  }

  /** The caller handles a stream after a dictionary. Its content is not copied. */
  protected override parseDictOrStream(): PDFDict {
    return this.parseDict()
  }

  protected override parseDict(): PDFDict {
    this.#isValue = false
    const isOnClick = this.#depth === 1 || this.#frames.at(-1)?.key === 'A'
    const frame: Frame = { isOnClick, key: '', entries: [] }
    this.#open.push('<<')
    this.#frames.push(frame)
    const dictionary = super.parseDict()
    this.#frames.pop()
    this.#open.pop()
    judgeDictionary(frame.entries, isOnClick, this.#found)
    return dictionary
  }

  protected override parseName(): PDFName {
    const isKey = !this.#isValue
    this.#isValue = false
    const start = this.bytes.offset()
    const name = super.parseName()
    const plain = plainName(name)
    const raw = this.bytes.offset() - start - 1
    // The parser decodes an escaped `#` a second time, which viewers don't. No program writes such a name.
    if (raw !== plain.length && /#23[0-9a-f]{2}/i.test(this.#text(start))) throw refuse('disguised')
    this.#names.set(plain, (this.#names.get(plain) ?? 0) + 1)
    const frame = this.#frames.at(-1)
    if (isKey && frame) frame.key = plain
    return name
  }

  /** Continues after a parsing error, as viewers do, to the end of the object or the next one. */
  #readMalformed(most: number): void {
    const start = this.bytes.offset()
    while (!this.bytes.done() && this.#open.length > 0) {
      if (this.bytes.offset() - start > most) throw refuse('broken')
      this.skipWhitespaceAndComments()
      if (this.#isNextObject()) break
      this.#skipToken()
    }
  }

  #text(start: number): string {
    return Buffer.from(this.bytes.slice(start, this.bytes.offset())).toString('latin1')
  }

  /** Reads a word. Returns whether it starts another object. */
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
      else if (two.startsWith('(')) judgeLooseText(this.parseString(), this.#found)
      else if (two.startsWith('<')) judgeLooseText(this.parseHexString(), this.#found)
      else this.bytes.next()
    } catch (error) {
      if (isRefusal(error)) throw error // any other error is an unterminated string
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

const isLetter = (byte = 0) => (byte | 32) >= 97 && (byte | 32) <= 122
