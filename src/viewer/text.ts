import { addStyles, type RenderInput, run, type Shown, say } from './frame.ts'
import { makeScroll } from './scroll.ts'
import css from './text.css?inline'
import { readWord } from './word.ts'

const STEP = 1.2
const [LEAST, MOST] = [0.6, 4]

async function show({ bytes, name }: RenderInput): Promise<Shown> {
  const content = readWord(bytes)
  addStyles(css)
  const scroll = makeScroll(name)
  const page = document.createElement('div')
  page.className = 'text'
  const note = document.createElement('p')
  note.className = 'note'
  note.textContent = 'Text only: layout, pictures and comments are in the file.'
  page.append(note, content)
  scroll.append(page)
  let size = 1
  const tell = () => say({ type: 'view', page: 1, percent: Math.round(size * 100) })
  tell()
  return {
    pages: 1,
    tools: ['zoom'],
    zoom: (by) => {
      size = by === 'width' ? 1 : Math.min(Math.max(by === 'in' ? size * STEP : size / STEP, LEAST), MOST)
      page.style.setProperty('--size', String(size))
      tell()
    },
    layOut: async () => {
      const paper = page.cloneNode(true) as HTMLElement
      paper.className = 'paper text'
      document.body.append(paper)
      return () => paper.remove()
    },
  }
}

run(show)
