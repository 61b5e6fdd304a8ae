import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { type RefusalReason, refuse } from '#domain/records/refusals.ts'
import { isElsewhere, plainTarget } from './targets.ts'

/** Where a name counts: as the type of an action, as the type of another object, or as a key. */
type Place = 'action' | 'type' | 'key'

/** The forbidden parts of a PDF; PDF/A forbids the same (ISO 19005-2, 6.1.3, 6.3.1, 6.5.1). Sounds are harmless. */
const forbidden: readonly (readonly [Place, string, RefusalReason])[] = [
  ['key', 'Encrypt', 'encrypted'], // nothing in it can be examined
  ['action', 'JavaScript', 'script'], // runs a program
  ['key', 'JavaScript', 'script'], // scripts that run when the document opens
  ['action', 'Launch', 'launch'], // starts a program or opens any file
  ['action', 'ImportData', 'imports'], // reads a file on the reader's computer into the form
  ['action', 'GoToE', 'attachments'], // opens an embedded document
  ['type', 'EmbeddedFile', 'attachments'], // an embedded file, which may be a program
  ['key', 'EmbeddedFiles', 'attachments'], // the list of such files
  ['action', 'Movie', 'media'], // starts a player, often with media from elsewhere
  ['type', 'Movie', 'media'],
  ['action', 'Rendition', 'media'], // starts a player and may run script
  ['type', 'Rendition', 'media'],
  ['action', 'RichMediaExecute', 'media'], // runs script of a Flash or 3D file
  ['type', 'RichMedia', 'media'],
  ['key', 'RichMediaContent', 'media'],
  ['action', 'GoTo3DView', 'media'], // starts the 3D player, whose models have script
  ['type', '3D', 'media'],
]

const byPlace = (place: Place): ReadonlyMap<string, RefusalReason> =>
  new Map(forbidden.flatMap(([where, name, reason]) => (where === place ? [[name, reason]] : [])))
const [actions, types, keyNames] = [byPlace('action'), byPlace('type'), byPlace('key')]

/** A reason to reject the file, or a fact that is one only in combination with others (`judgeFile`). */
export type Finding =
  | RefusalReason
  /** Sends the form when the user clicks a button. */
  | 'sendsForm'
  /** May run an action without a click. */
  | 'runsByItself'
  /** Opens another document. */
  | 'opensDocument'
  /** The target of a file specification is an https or mailto address. */
  | 'webTarget'
  /** The target of a file specification is in another object. */
  | 'targetElsewhere'
  /** A string in a separate object looks like a network address. */
  | 'looseAddress'
  /** A link's address is in another object. */
  | 'linkElsewhere'
  /** A string in a separate object looks like an address that links must not have. */
  | 'looseUnsafeLink'
  | 'xfa'

/** The keys of a file specification that name the file (ISO 32000-2, table 43). */
const TARGETS = new Set(['F', 'UF', 'DOS', 'Mac', 'Unix'])
/** The keys of a link's address and of the base for relative addresses (ISO 32000-2, 12.6.4.8). */
const LINKS = new Set(['URI', 'Base'])
const clues = new Map<string, Finding>([
  ['GoToR', 'opensDocument'],
  ['Thread', 'opensDocument'],
  ['AA', 'runsByItself'],
  ['OpenAction', 'runsByItself'],
  ['XFA', 'xfa'],
  ['SubmitForm', 'submits'],
  ['URI', 'linkElsewhere'],
])

export type Entries = readonly (readonly [key: string, value: PDFObject])[]

/**
 * Judges the entries of a dictionary, including duplicate keys. `isOnClick` is true for the value of the key `A`, and for a
 * separate object, which may be such a value.
 */
export function judgeDictionary(entries: Entries, isOnClick: boolean, found: Set<Finding>): void {
  const keys = new Set<string>()
  for (const [key, value] of entries) {
    keys.add(key)
    add(found, keyNames.get(key))
    if (value instanceof PDFName) judgeName(key, plainName(value), isOnClick, found)
    else if (TARGETS.has(key)) judgeTarget(value, found)
    else if (LINKS.has(key)) judgeLink(value, found)
    if (key === 'XFA') found.add('xfa')
    if (key === 'AA' || (key === 'OpenAction' && !isDestination(value))) found.add('runsByItself')
  }
  judgeKeys(keys, found)
}

function judgeName(key: string, name: string, isOnClick: boolean, found: Set<Finding>): void {
  if (key === 'Type' || key === 'Subtype') add(found, types.get(name))
  if (key !== 'S') return
  add(found, actions.get(name))
  if (name === 'SubmitForm') found.add(isOnClick ? 'sendsForm' : 'submits')
  else if (name === 'GoToR' || name === 'Thread') found.add('opensDocument')
}

/** Detects scripts, files and action chains by their keys alone as well (ISO 32000-2, tables 43, 196 and 217). */
function judgeKeys(keys: ReadonlySet<string>, found: Set<Finding>): void {
  if (keys.has('S') && keys.has('JS')) found.add('script')
  if (keys.has('S') && keys.has('Next')) found.add('runsByItself')
  if (keys.has('EF') && [...TARGETS, 'Type'].some((key) => keys.has(key))) found.add('attachments')
}

/** Whether the value opens the document at a page: it is not an action, or only `GoTo`. */
function isDestination(value: PDFObject): boolean {
  if (value instanceof PDFDict) return value.get(PDFName.of('S')) === PDFName.of('GoTo')
  return value === PDFNull || value instanceof PDFArray || value instanceof PDFName || isText(value)
}

function judgeTarget(value: PDFObject, found: Set<Finding>): void {
  if (value instanceof PDFRef) found.add('targetElsewhere')
  else if (isText(value)) add(found, targetKind(value))
}

/** A reader may open a link without a click, and Windows signs in to the server of a network path. */
function judgeLink(value: PDFObject, found: Set<Finding>): void {
  if (value instanceof PDFRef) found.add('linkElsewhere')
  else if (isText(value) && isUnsafeLink(value)) found.add('network')
}

/** A server path, or a scheme that runs script or opens a Windows program. */
const UNSAFE_LINK = /^(\/|(file|smb|dav|nfs|ldap|javascript|vbscript|data|search|(ms|search)-[a-z0-9-]+):)/

function isUnsafeLink(value: PDFString | PDFHexString): boolean {
  const target = plainTarget(textOf(value))
  return isElsewhere(target) && UNSAFE_LINK.test(target)
}

/** Judges an object that is only a name or a string: any other object may use it as a value. */
export function judgeBare(value: PDFObject, found: Set<Finding>): void {
  if (value instanceof PDFName) judgeLooseNames(new Set([plainName(value)]), found)
  else if (isText(value)) {
    if (targetKind(value)) found.add('looseAddress')
    if (isUnsafeLink(value)) found.add('looseUnsafeLink')
  }
}

/** Judges names in an unknown position, because their object is malformed or missing. */
export function judgeLooseNames(names: ReadonlySet<string>, found: Set<Finding>): void {
  for (const name of names)
    for (const finding of [actions, types, keyNames, clues].map((rules) => rules.get(name)))
      add(found, finding)
  judgeKeys(names, found)
}

/** Judges the strings of such an object in addition to its names. */
export function judgeLooseText(text: PDFObject, found: Set<Finding>): void {
  if (!isText(text)) return
  if (targetKind(text)) found.add('looseAddress').add('targetElsewhere')
  if (isUnsafeLink(text)) found.add('looseUnsafeLink')
}

/** A stream whose content is in another file (ISO 32000-2, table 5). No program writes one. */
export function judgeStream(value: PDFObject | null, found: Set<Finding>): void {
  const file = value instanceof PDFDict ? value.get(PDFName.of('F')) : undefined
  if (file instanceof PDFDict || file instanceof PDFRef || (file && isText(file))) found.add('network')
}

const isText = (value: PDFObject): value is PDFString | PDFHexString =>
  value instanceof PDFString || value instanceof PDFHexString

/**
 * The kind of URL or path in a file specification; `undefined` for a file beside the document or on the reader's
 * computer. It may contain `\\server\share` as `/server/share` (ISO 32000-2, 7.11.2).
 */
function targetKind(value: PDFString | PDFHexString): Finding | undefined {
  // Most strings are not a URL in any encoding, and a file may have a million of them.
  if (value instanceof PDFString && !/[:/\\%]/.test(value.asString())) return
  const target = plainTarget(textOf(value))
  if (/^(https|mailto):/.test(target)) return 'webTarget'
  const isServer = /^\/[^/]{2,}\/./.test(target) && !/^\/(users|home|volumes)\//.test(target)
  return isServer || isElsewhere(target) ? 'network' : undefined
}

function textOf(value: PDFString | PDFHexString): string {
  try {
    return value.decodeText()
  } catch {
    return value.asString()
  }
}

function add(found: Set<Finding>, finding: Finding | undefined): void {
  if (finding) found.add(finding)
}

/** Combines the findings of a file. Throws the refusal if the combination is forbidden. */
export function judgeFile(found: ReadonlySet<Finding>): void {
  const sends = found.has('sendsForm')
  if (sends && (found.has('runsByItself') || found.has('network') || !found.has('webTarget')))
    throw refuse('submits')
  const isOutside = found.has('webTarget') && (!sends || found.has('opensDocument'))
  const isUnclear =
    (found.has('looseAddress') && found.has('targetElsewhere')) ||
    (found.has('looseUnsafeLink') && found.has('linkElsewhere'))
  if (found.has('network') || isOutside || isUnclear) throw refuse('network')
}

const reasons = new Set<Finding>([...forbidden.map(([, , reason]) => reason), 'submits'])

/** Throws if any finding alone is a reason to reject the file. */
export function refuseAtOnce(found: ReadonlySet<Finding>): void {
  for (const one of found) if (reasons.has(one)) throw refuse(one as RefusalReason)
}

/** The name with its escapes decoded, without the slash. */
export const plainName = (name: PDFName): string => name.asString().slice(1)
