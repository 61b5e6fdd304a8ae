/** The range of a text to replace, the new text, and the selection afterwards. */
export type Edit = { from: number; to: number; text: string; select: [from: number, to: number] }

type Selected = { text: string; from: number; to: number }

/** Adds marks around the selection or removes them. Without a selection, puts them around the cursor. */
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

/** The prefix of each line by kind. */
const beginnings = {
  heading: () => '## ',
  bullets: () => '- ',
  numbers: (line: number) => `${line + 1}. `,
}
type LineKind = keyof typeof beginnings

const begun = /^(#{1,6} |- |\d+\. )/

/** Turns the selected lines into headings or a list, or back into plain lines. */
export function lines({ text, from, to }: Selected, kind: LineKind): Edit {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const found = text.indexOf('\n', Math.max(to, from))
  const end = found === -1 ? text.length : found
  const selectedLines = text.slice(start, end).split('\n')
  const isAlready = selectedLines.every((line, at) => begun.exec(line)?.[0] === beginnings[kind](at))
  const made = selectedLines
    .map((line, at) => (isAlready ? '' : beginnings[kind](at)) + line.replace(begun, ''))
    .join('\n')
  return { from: start, to: end, text: made, select: [start + made.length, start + made.length] }
}

/** Inserts text at the cursor, replacing the selection. */
export const insert = ({ from, to }: Selected, text: string): Edit => ({
  from,
  to,
  text,
  select: [from + text.length, from + text.length],
})

/** Appends a part after an empty line. */
export function append({ text }: Selected, part: string): Edit {
  const end = text.trimEnd().length
  const added = `${end === 0 ? '' : '\n\n'}${part}\n`
  return { from: end, to: text.length, text: added, select: [end + added.length, end + added.length] }
}

/** Applies an edit as if it were typed, so that Undo works and listeners get an input event. */
export function apply(area: HTMLTextAreaElement, edit: (selected: Selected) => Edit): void {
  const { from, to, text, select } = edit({
    text: area.value,
    from: area.selectionStart,
    to: area.selectionEnd,
  })
  area.focus()
  area.setSelectionRange(from, to)
  // Only `execCommand` keeps the browser's Undo history. Without it, only Undo is lost.
  if (!document.execCommand('insertText', false, text)) {
    area.setRangeText(text, from, to)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.setSelectionRange(...select)
}
