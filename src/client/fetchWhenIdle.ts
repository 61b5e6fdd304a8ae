/**
 * Puts the code of a part of the screen into the browser's cache once the page has nothing else to do, so that the first
 * press does not wait for it. The build lists the files. Does nothing for users who save data.
 */
export function fetchWhenIdle(part: 'chart'): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (!connection?.saveData) window.requestIdleCallback?.(() => void fetchPart(part).catch(() => {}))
}

async function fetchPart(part: string): Promise<void> {
  // The list has no hash in its name, and an old one would name files that are gone.
  const lists = await (await fetch('/idle.json', { cache: 'no-cache' })).json()
  const load = async (file: string) => (await fetch(file, { priority: 'low' })).arrayBuffer()
  await Promise.all(lists[part].map(load))
}
