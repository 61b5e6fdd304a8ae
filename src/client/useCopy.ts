import { useState } from 'react'
import { toast } from './toast.ts'

/** Copies a text, or tells the user to copy it themselves. `noun` names the text: "link". */
export function useCopy(text: string, noun: string) {
  const [isCopied, setCopied] = useState(false)
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toast.failure('Error', `The ${noun} could not be copied. Select it and copy it yourself.`)
    }
  }
  return { isCopied, icon: isCopied ? 'check' : 'copy', onClick: () => void copy() } as const
}
