/**
 * Runs the same work for several items, one after another. A failed item does not stop the others. Throws the first
 * error at the end, so that the job counts as failed.
 */
export async function eachByItself<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}
