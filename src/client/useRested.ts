import { useEffect, useState } from 'react'

/** What was typed, once nothing more was for so many milliseconds: few enough not to be waited for, enough not to ask at every key. */
export function useRested(text: string, pause = 250): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return rested
}
