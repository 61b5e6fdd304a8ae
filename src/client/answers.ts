let read: (answer: Response) => void = () => undefined

/** Registers one reader for the headers of every response. */
export const readAnswers = (reader: (answer: Response) => void): void => {
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
  read(answer)
  return answer
}
