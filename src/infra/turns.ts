/** Lets work with the same key go one after the other, in the order it came; other keys do not wait. */
export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** Turns of this process; nothing is kept of a key whose work is done. */
export function makeTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work)
    const over = turn.catch(() => undefined)
    last.set(key, over)
    try {
      return await turn
    } finally {
      if (last.get(key) === over) last.delete(key)
    }
  }
}
