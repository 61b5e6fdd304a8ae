import type { ServerResponse } from 'node:http'

type RequestObserver<Endpoint extends string> = (endpoint: Endpoint, status: number, seconds: number) => void

/** Counts the requests in progress: the endpoint and duration of each, and the open streams. */
export function makeTraffic<Endpoint extends string>(heard: RequestObserver<Endpoint>) {
  const endpoints = new Map<ServerResponse, Endpoint>()
  return {
    /** Sets the endpoint. If a request is passed on to another one, the last one counts. */
    enter: (res: ServerResponse, endpoint: Endpoint): void => {
      if (!endpoints.has(res)) follow(res, performance.now())
      endpoints.set(res, endpoint)
    },
    openStreams: () => [...endpoints.keys()].filter(isStream).length,
  }

  function follow(res: ServerResponse, began: number): void {
    res.once('close', () => {
      const endpoint = endpoints.get(res)
      endpoints.delete(res)
      if (endpoint && res.headersSent && !isStream(res))
        heard(endpoint, res.statusCode, (performance.now() - began) / 1000)
    })
  }
}

const isStream = (res: ServerResponse) =>
  String(res.getHeader('content-type')).startsWith('text/event-stream')
