import { useEffect, useState } from 'react'

/**
 * Returns the text after a pause without typing: short enough not to notice, long enough not to query at
 * every key.
 */
export function useRested(text: string, pause = 250): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return rested
}
