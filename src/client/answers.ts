type Read = (answer: Response, again: () => Promise<Response>) => Promise<Response> | undefined

let read: Read = () => undefined

/** Registers one reader for every response. It may send the request again and return the new response instead. */
export const readAnswers = (reader: Read): void => {
  read = reader
}

/** The error of a request that could not be sent, because there was no network. */
export class NotSent extends Error {
  override name = 'NotSent'
}

/** Like `fetch`, and shows each response to that reader. Throws `NotSent` if there was no network. */
export const fetchAndShow: typeof fetch = async (...request) => {
  const wasOnline = navigator.onLine
  const answer = await fetch(...request).catch((error: unknown) => {
    throw wasOnline ? error : new NotSent()
  })
  return read(answer, () => fetch(...request)) ?? answer
}
