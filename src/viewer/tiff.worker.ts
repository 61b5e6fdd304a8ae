import * as UTIF from 'utif2'

/** The worker's response. */
export type FromTiff =
  | { pages: { width: number; height: number }[] }
  | { page: number; drawn: ImageBitmap | null }
  | { refused: 'damaged' | 'too_large' | 'unsupported' }

/** A request to the worker: parse a file or draw a page. */
export type ToTiff = { bytes: ArrayBuffer } | { page: number }

/** The limit for one page; US Letter at 600 dpi has 34 million. */
const PIXELS_MAX = 60_000_000
/** The longer side of a drawn page; larger pages are scaled down. */
const SIDE_MAX = 6_000
const [KIND, WIDTH, HEIGHT, COMPRESSION, ORIENTATION] = ['t254', 't256', 't257', 't259', 't274'] as const
const [DOTS_ACROSS, DOTS_DOWN] = ['t282', 't283'] as const
/** The orientations that scanners and phones store instead of rotating the pixels. */
const turns: Record<number, number> = { 3: 180, 6: 90, 8: 270 }

type Page = UTIF.IFD
const say = (answer: FromTiff, transfer: Transferable[] = []) => self.postMessage(answer, { transfer })
const numberOf = (page: Page, tag: string): number => Number((page[tag] as number[] | undefined)?.[0] ?? 0)

/** A rational number, given as its two parts. */
const dotsOf = (page: Page, tag: string): number => {
  const [over = 0, under = 1] = [(page[tag] as (number | number[])[] | undefined)?.[0] ?? []].flat()
  return over / under
}

let file = new ArrayBuffer(0)
let pages: Page[] = []

/** The pixel aspect ratio: a fax has half the resolution vertically. */
const tallness = (page: Page): number => {
  const ratio = dotsOf(page, DOTS_ACROSS) / dotsOf(page, DOTS_DOWN)
  return ratio > 0.2 && ratio < 5 ? ratio : 1
}
const turnOf = (page: Page): number => turns[numberOf(page, ORIENTATION)] ?? 0
const sizeOf = (page: Page) => {
  const [width, height] = [numberOf(page, WIDTH), Math.round(numberOf(page, HEIGHT) * tallness(page))]
  return turnOf(page) % 180 ? { width: height, height: width } : { width, height }
}

/** Thumbnails are not pages. */
const isPage = (page: Page) => numberOf(page, WIDTH) > 0 && (numberOf(page, KIND) & 1) === 0

function open(bytes: ArrayBuffer): void {
  file = bytes
  pages = UTIF.decode(bytes).filter(isPage)
  const isLarge = pages.some((page) => numberOf(page, WIDTH) * numberOf(page, HEIGHT) > PIXELS_MAX)
  if (pages.length === 0) say({ refused: 'damaged' })
  else if (isLarge) say({ refused: 'too_large' })
  else say({ pages: pages.map(sizeOf) })
}

async function draw(index: number): Promise<void> {
  const page = { ...pages[index] } as Page
  UTIF.decodeImage(file, page)
  const { width, height } = page
  if (!page.data || page.data.length === 0) throw new Error(`Compression ${numberOf(page, COMPRESSION)}`)
  const pixels = new Uint8ClampedArray(UTIF.toRGBA8(page).buffer as ArrayBuffer, 0, width * height * 4)
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height * tallness(page)))
  const whole = await createImageBitmap(new ImageData(pixels, width, height), {
    resizeWidth: Math.max(1, Math.round(width * scale)),
    resizeHeight: Math.max(1, Math.round(height * tallness(page) * scale)),
    resizeQuality: 'medium',
  })
  const drawn = turned(whole, turnOf(page))
  say({ page: index, drawn }, [drawn])
}

function turned(whole: ImageBitmap, turn: number): ImageBitmap {
  if (turn === 0) return whole
  const [width, height] = turn % 180 ? [whole.height, whole.width] : [whole.width, whole.height]
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  context?.translate(width / 2, height / 2)
  context?.rotate((turn * Math.PI) / 180)
  context?.drawImage(whole, -whole.width / 2, -whole.height / 2)
  whole.close()
  return canvas.transferToImageBitmap()
}

self.onmessage = async ({ data }: MessageEvent<ToTiff>) => {
  if ('bytes' in data) {
    try {
      open(data.bytes)
    } catch {
      say({ refused: 'damaged' })
    }
    return
  }
  await draw(data.page).catch(() => say({ page: data.page, drawn: null }))
}
