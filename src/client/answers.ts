let read: (answer: Response) => void = () => undefined

/** Lets one reader see what every answer of the server says beside its body. */
export const readAnswers = (reader: (answer: Response) => void): void => {
  read = reader
}

/** `fetch` that shows each answer to that reader. */
export const fetchAndShow: typeof fetch = async (...request) => {
  const answer = await fetch(...request)
  read(answer)
  return answer
}
