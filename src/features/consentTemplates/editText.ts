/** What to put in the place of which part of a text, and what is selected afterwards. */
export type Edit = { from: number; to: number; text: string; select: [from: number, to: number] }

type Selected = { text: string; from: number; to: number }

/** Puts marks around what is selected, or takes them away; without a selection, around the place to write at. */
export function around({ text, from, to }: Selected, mark: string): Edit {
  const chosen = text.slice(from, to)
  const isMarked = text.slice(from - mark.length, from) === mark && text.slice(to, to + mark.length) === mark
  if (isMarked && from >= mark.length) {
    const start = from - mark.length
    return { from: start, to: to + mark.length, text: chosen, select: [start, start + chosen.length] }
  }
  const start = from + mark.length
  return { from, to, text: `${mark}${chosen}${mark}`, select: [start, start + chosen.length] }
}

/** What each line begins with, by what it is to be. */
const beginnings = {
  heading: () => '## ',
  bullets: () => '- ',
  numbers: (line: number) => `${line + 1}. `,
}
type LineKind = keyof typeof beginnings

const begun = /^(#{1,6} |- |\d+\. )/

/** Makes headings or a list of the lines that are touched, or plain lines again where they are that already. */
export function lines({ text, from, to }: Selected, kind: LineKind): Edit {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const found = text.indexOf('\n', Math.max(to, from))
  const end = found === -1 ? text.length : found
  const given = text.slice(start, end).split('\n')
  const isAlready = given.every((line, at) => begun.exec(line)?.[0] === beginnings[kind](at))
  const made = given
    .map((line, at) => (isAlready ? '' : beginnings[kind](at)) + line.replace(begun, ''))
    .join('\n')
  return { from: start, to: end, text: made, select: [start + made.length, start + made.length] }
}

/** Writes something at the cursor, in the place of what is selected. */
export const insert = ({ from, to }: Selected, text: string): Edit => ({
  from,
  to,
  text,
  select: [from + text.length, from + text.length],
})

/** Adds a part at the end, with an empty line before it. */
export function append({ text }: Selected, part: string): Edit {
  const end = text.trimEnd().length
  const added = `${end === 0 ? '' : '\n\n'}${part}\n`
  return { from: end, to: text.length, text: added, select: [end + added.length, end + added.length] }
}

/** Does it as if a person had typed it, so that Undo takes it back and whoever follows the field hears of it. */
export function apply(area: HTMLTextAreaElement, edit: (selected: Selected) => Edit): void {
  const { from, to, text, select } = edit({
    text: area.value,
    from: area.selectionStart,
    to: area.selectionEnd,
  })
  area.focus()
  area.setSelectionRange(from, to)
  // No other way leaves the browser's own Undo in order; where it is missing, that alone is lost.
  if (!document.execCommand('insertText', false, text)) {
    area.setRangeText(text, from, to)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.setSelectionRange(...select)
}
