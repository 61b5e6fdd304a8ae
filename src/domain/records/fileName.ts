/** The maximum length of a file name, in characters. */
export const FILE_NAME_MAX = 255

/** Characters that reverse the text direction; with them, `gpj.exe` displays as `exe.jpg`. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/**
 * Cleans a file name for display and saving: the last part of a path, on one line, without control and
 * direction characters. It is never used as a path.
 */
export function shownName(uploadedName: string): string {
  const line = uploadedName
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(turning, '')
  const name = (line.split(/[/\\]/).at(-1) ?? '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
  return shortened(name) || 'record'
}

/** Cuts at whole characters and keeps the extension. */
function shortened(name: string, max = FILE_NAME_MAX): string {
  if (name.length <= max) return name
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  let stem = ''
  for (const sign of name) {
    if (stem.length + sign.length + ending.length > max) break
    stem += sign
  }
  return stem.trimEnd() + ending
}

/** Characters that Windows refuses in file names. */
const unsafe = /[<>:"/\\|?*]/g
/** Names of devices, which Windows refuses with any extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i
/** Windows extracts paths of at most 260 characters, of which a folder of the user and one of the archive take some. */
const ARCHIVE_NAME_MAX = 100

/** Names for the files of one archive, which every operating system can extract. They differ even without regard to case. */
export function archiveNames(fileNames: readonly string[]): string[] {
  const taken = new Set<string>()
  return fileNames.map((fileName) => {
    const safe = shortened(
      shownName(fileName.replace(unsafe, '_')).replace(reserved, '$1_'),
      ARCHIVE_NAME_MAX,
    )
    const [, stem = safe, ending = ''] = /^(.+)(\.[^.]{1,10})$/.exec(safe) ?? []
    let name = safe
    for (let copy = 2; taken.has(name.toLowerCase()); copy += 1) name = `${stem} (${copy})${ending}`
    taken.add(name.toLowerCase())
    return name
  })
}
