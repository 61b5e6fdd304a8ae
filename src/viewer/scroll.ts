/** The scrolling element of the frame. It is focusable and named after the document. */
export function makeScroll(name: string): HTMLDivElement {
  const scroll = document.createElement('div')
  scroll.className = 'scroll'
  scroll.tabIndex = 0
  scroll.setAttribute('role', 'region')
  scroll.setAttribute('aria-label', name)
  document.title = name
  document.body.append(scroll)
  return scroll
}

/** Renders pages as images for printing. Returns a function that removes them. */
export async function makePaper(
  pages: number,
  paint: (page: number) => Promise<Blob>,
  onPage: (page: number) => void,
): Promise<() => void> {
  const paper = document.createElement('div')
  paper.className = 'paper'
  const addresses: string[] = []
  for (let page = 1; page <= pages; page++) {
    onPage(page)
    const image = new Image()
    const address = URL.createObjectURL(await paint(page))
    addresses.push(address)
    image.src = address
    await image.decode()
    const sheet = document.createElement('div')
    sheet.append(image)
    paper.append(sheet)
  }
  document.body.append(paper)
  return () => {
    paper.remove()
    for (const address of addresses) URL.revokeObjectURL(address)
  }
}

/** The canvas as an image file. */
export const blobOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('The page could not be drawn')))),
  )
