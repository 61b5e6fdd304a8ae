import type { ServerResponse } from 'node:http'

type RequestObserver<Door extends string> = (door: Door, status: number, seconds: number) => void

/** Counts the requests in progress: the endpoint and duration of each, and the open streams. */
export function makeTraffic<Door extends string>(heard: RequestObserver<Door>) {
  const doors = new Map<ServerResponse, Door>()
  return {
    /** Sets the endpoint. If a request is passed on to another one, the last one counts. */
    enter: (res: ServerResponse, door: Door): void => {
      if (!doors.has(res)) follow(res, performance.now())
      doors.set(res, door)
    },
    openStreams: () => [...doors.keys()].filter(isStream).length,
  }

  function follow(res: ServerResponse, began: number): void {
    res.once('close', () => {
      const door = doors.get(res)
      doors.delete(res)
      if (door && res.headersSent && !isStream(res))
        heard(door, res.statusCode, (performance.now() - began) / 1000)
    })
  }
}

const isStream = (res: ServerResponse) =>
  String(res.getHeader('content-type')).startsWith('text/event-stream')
