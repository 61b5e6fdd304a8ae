import { PAGES_MAX, PIXELS_MAX, refuse } from '#domain/records/refusals.ts'
import { type Directory, headOf, numbersOf, type Order, readDirectory } from './directory.ts'
import type { Inspected } from './edits.ts'
import { placesInFacts } from './location.ts'
import type { Source } from './source.ts'

const [WIDTH, HEIGHT, SMALLER_ONES] = [256, 257, 330]

/** Inspects a TIFF: its pages, their size in pixels, and the metadata that contains a location. */
export async function inspectTiff(source: Source): Promise<Inspected> {
  const head = await headOf(source)
  if (!head) throw refuse('broken')
  const waiting = [head.first]
  const seen = new Set<number>()
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    // A directory that refers to an earlier one would cause an endless loop.
    if (at === 0) continue
    if (seen.has(at)) throw refuse('broken')
    seen.add(at)
    if (seen.size > PAGES_MAX) throw refuse('pages')
    const directory = await readDirectory(source, head.order, at)
    await checkPage(source, head.order, directory)
    waiting.push(directory.next, ...(await smallerOnes(source, head.order, directory)))
  }
  return { places: await placesInFacts(source), appendix: [] }
}

async function checkPage(source: Source, order: Order, { fields }: Directory): Promise<void> {
  const [width, height] = [0, 0].map((_, side) => fields.find(({ tag }) => tag === (side ? HEIGHT : WIDTH)))
  if (!width || !height) throw refuse('broken')
  const [across = 0] = await numbersOf(source, order, width)
  const [down = 0] = await numbersOf(source, order, height)
  if (across === 0 || down === 0) throw refuse('broken')
  if (across * down > PIXELS_MAX) throw refuse('pixels')
}

/** The offsets of the smaller versions of the same page. */
async function smallerOnes(source: Source, order: Order, { fields }: Directory): Promise<number[]> {
  const field = fields.find(({ tag }) => tag === SMALLER_ONES)
  return field ? numbersOf(source, order, field, PAGES_MAX) : []
}
