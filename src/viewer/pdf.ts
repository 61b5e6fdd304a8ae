import * as pdfjs from 'pdfjs-dist'
import { EventBus, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { addStyles, type RenderInput, ReportedError, run, type Shown, say } from './frame.ts'
import { OwnFiles } from './ownFiles.ts'
import css from './pdf.css?inline'
import PdfWorker from './pdf.worker.ts?worker&inline'
import { blobOf, makePaper, makeScroll } from './scroll.ts'

/** The limit for an image in a document; larger ones are omitted. */
const PICTURE_PIXELS = 100_000_000
/** The limit for a drawn page; beyond it the resolution is reduced. */
const PAGE_PIXELS = 16_000_000
const PRINT_DPI = 150

/** Links inside a document go to its pages. External links only show their target. */
class Links extends PDFLinkService {
  override addLinkAttributes(link: HTMLAnchorElement, address: string): void {
    link.href = '#'
    link.title = address
    link.onclick = () => {
      say({ type: 'link', address })
      return false
    }
  }
}

async function read(bytes: ArrayBuffer): Promise<pdfjs.PDFDocumentProxy> {
  const task = pdfjs.getDocument({
    data: bytes,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    BinaryDataFactory: OwnFiles,
    cMapUrl: 'cmaps/',
    standardFontDataUrl: 'standard_fonts/',
    wasmUrl: 'wasm/',
    useWorkerFetch: false,
    useSystemFonts: false,
    disableWorkerRendering: true,
    enableXfa: false,
    maxImageSize: PICTURE_PIXELS,
  } as Parameters<typeof pdfjs.getDocument>[0])
  try {
    return await task.promise
  } catch (error) {
    throw new ReportedError((error as Error).name === 'PasswordException' ? 'protected' : 'damaged')
  }
}

async function show({ bytes, name }: RenderInput): Promise<Shown> {
  addStyles(css)
  pdfjs.GlobalWorkerOptions.workerPort = new PdfWorker()
  const document = await read(bytes)
  const viewer = await lay(document, name)
  return {
    pages: document.numPages,
    tools: ['zoom', 'rotate', 'page', 'find'],
    zoom: (by) => {
      if (by === 'width') viewer.currentScaleValue = 'page-width'
      else viewer.updateScale({ steps: by === 'in' ? 1 : -1, drawingDelay: 200 })
    },
    rotate: () => {
      viewer.pagesRotation = (viewer.pagesRotation + 90) % 360
    },
    goTo: (page) => {
      viewer.currentPageNumber = Math.min(Math.max(page, 1), document.numPages)
    },
    find: (query, step) =>
      viewer.eventBus.dispatch('find', {
        source: viewer,
        type: step === 'first' ? '' : 'again',
        query,
        caseSensitive: false,
        entireWord: false,
        highlightAll: true,
        findPrevious: step === 'previous',
        matchDiacritics: false,
      }),
    layOut: (onPage) => makePaper(document.numPages, (page) => forPaper(document, page), onPage),
  }
}

async function lay(pdf: pdfjs.PDFDocumentProxy, name: string): Promise<PDFViewer> {
  const eventBus = new EventBus()
  const linkService = new Links({ eventBus })
  const findController = new PDFFindController({ linkService, eventBus })
  const container = makeScroll(name)
  const pages = document.createElement('div')
  pages.className = 'pdfViewer'
  container.append(pages)
  const viewer = new PDFViewer({
    container,
    viewer: pages,
    eventBus,
    linkService,
    findController,
    annotationMode: pdfjs.AnnotationMode.ENABLE,
    annotationEditorMode: pdfjs.AnnotationEditorType.DISABLE,
    removePageBorders: true,
    maxCanvasPixels: PAGE_PIXELS,
    enableAutoLinking: false,
  })
  const reportView = () =>
    say({
      type: 'view',
      page: viewer.currentPageNumber,
      percent: Math.round(viewer.currentScale * 100),
    })
  eventBus.on('scalechanging', reportView)
  eventBus.on('pagechanging', reportView)
  reportFindings(eventBus)
  const isLaid = new Promise<void>((done) => eventBus.on('pagesinit', () => done()))
  linkService.setViewer(viewer)
  viewer.setDocument(pdf)
  linkService.setDocument(pdf, null)
  await isLaid
  viewer.currentScaleValue = 'auto'
  reportView()
  return viewer
}

function reportFindings(eventBus: EventBus): void {
  type Found = { matchesCount: { current: number; total: number } }
  const tell = ({ matchesCount: { current, total } }: Found) => say({ type: 'found', at: current, of: total })
  eventBus.on('updatefindmatchescount', tell)
  eventBus.on('updatefindcontrolstate', tell)
}

async function forPaper(pdf: pdfjs.PDFDocumentProxy, number: number): Promise<Blob> {
  const page = await pdf.getPage(number)
  const canvas = document.createElement('canvas')
  const viewport = page.getViewport({ scale: PRINT_DPI / 72 })
  Object.assign(canvas, { width: Math.round(viewport.width), height: Math.round(viewport.height) })
  await page.render({ canvas, viewport, intent: 'print' }).promise
  const blob = await blobOf(canvas)
  canvas.width = 0
  return blob
}

run(show)
