/**
 * Does the same with one after the other, each for itself: one that fails holds up no other. The first error is thrown
 * when all have been tried, so that the job that runs this is known to have failed.
 */
export async function eachByItself<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}
