import { addStyles, type Shown, say } from './frame.ts'
import css from './pictures.css?inline'
import { makePaper, makeScroll } from './scroll.ts'

/** A page that is an image, drawn when it comes into view. */
export type PicturePage = {
  width: number
  height: number
  paint: () => Promise<HTMLImageElement | HTMLCanvasElement>
  forPaper: () => Promise<Blob>
}

type Sheet = { page: PicturePage; element: HTMLDivElement; isNear: boolean }

const MARGIN = 24
const STEP = 1.25
const [LEAST, MOST] = [0.05, 8]

/** Lays out pages in a column. `alt` says what they show. Only visible pages and their neighbors are kept as images. */
export function layPages(pages: readonly PicturePage[], name: string, alt: string): Shown {
  addStyles(css)
  const scroll = makeScroll(name)
  const sheets = pages.map((page, index) => makeSheet(page, index, pages.length, alt))
  scroll.append(...sheets.map(({ element }) => element))
  const view = { scale: 1, turn: 0, current: 1 }

  /** The scale at which the widest page fits the width. */
  function fitting(): number {
    const widest = Math.max(...pages.map(({ width, height }) => (view.turn % 180 ? height : width)))
    return (scroll.clientWidth - 2 * MARGIN) / widest
  }

  function place(scale: number): void {
    const middle = (scroll.scrollTop + scroll.clientHeight / 2) / Math.max(scroll.scrollHeight, 1)
    view.scale = Math.min(Math.max(scale, LEAST), MOST)
    for (const sheet of sheets) sizeSheet(sheet, view)
    scroll.scrollTop = middle * scroll.scrollHeight - scroll.clientHeight / 2
    tell()
  }

  const tell = () => say({ type: 'view', page: view.current, percent: Math.round(view.scale * 100) })
  const goTo = (page: number) => sheets[page - 1]?.element.scrollIntoView({ block: 'start' })

  scroll.addEventListener('scroll', () => {
    const at = scroll.getBoundingClientRect().height / 2
    const index = sheets.findIndex(({ element }) => element.getBoundingClientRect().bottom > at)
    const current = (index < 0 ? sheets.length - 1 : index) + 1
    if (current === view.current) return
    view.current = current
    tell()
  })
  watchNearness(scroll, sheets)
  place(Math.min(1, fitting()))
  scroll.scrollTop = 0
  return {
    pages: pages.length,
    tools: pages.length > 1 ? ['zoom', 'rotate', 'page'] : ['zoom', 'rotate'],
    zoom: (by) => place(by === 'width' ? fitting() : by === 'in' ? view.scale * STEP : view.scale / STEP),
    rotate: () => {
      view.turn = (view.turn + 90) % 360
      place(Math.min(view.scale, fitting()))
    },
    goTo,
    layOut: (onPage) =>
      makePaper(pages.length, async (page) => (await pages[page - 1]?.forPaper()) ?? new Blob(), onPage),
  }
}

function makeSheet(page: PicturePage, index: number, of: number, alt: string): Sheet {
  const element = document.createElement('div')
  element.className = 'sheet'
  element.setAttribute('role', 'img')
  element.setAttribute('aria-label', of > 1 ? `${alt}, page ${index + 1} of ${of}` : alt)
  return { page, element, isNear: false }
}

function sizeSheet({ page, element }: Sheet, { scale, turn }: { scale: number; turn: number }): void {
  const [across, down] = [page.width * scale, page.height * scale]
  const isOnSide = turn % 180 !== 0
  const { style } = element
  style.width = `${isOnSide ? down : across}px`
  style.height = `${isOnSide ? across : down}px`
  style.setProperty('--across', `${across}px`)
  style.setProperty('--down', `${down}px`)
  style.setProperty('--turn', `${turn}deg`)
}

function watchNearness(root: HTMLElement, sheets: readonly Sheet[]): void {
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const sheet = sheets.find(({ element }) => element === target)
        if (!sheet || sheet.isNear === isIntersecting) continue
        sheet.isNear = isIntersecting
        if (isIntersecting) void fill(sheet)
        else sheet.element.replaceChildren()
      }
    },
    { root, rootMargin: '50% 0px' },
  )
  for (const { element } of sheets) watch.observe(element)
}

async function fill(sheet: Sheet): Promise<void> {
  try {
    const drawn = await sheet.page.paint()
    if (sheet.isNear) sheet.element.replaceChildren(drawn)
  } catch {
    const words = document.createElement('p')
    words.textContent = 'This page is damaged and cannot be shown.'
    sheet.element.removeAttribute('role')
    sheet.element.replaceChildren(words)
  }
}
