let read: (answer: Response) => void = () => undefined

/** Registers one reader for the headers of every response. */
export const readAnswers = (reader: (answer: Response) => void): void => {
  read = reader
}

/** Like `fetch`, and shows each response to that reader. */
export const fetchAndShow: typeof fetch = async (...request) => {
  const answer = await fetch(...request)
  read(answer)
  return answer
}
