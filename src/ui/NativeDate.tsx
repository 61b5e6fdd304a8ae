import type { ComponentPropsWithRef } from 'react'
import { input, root } from './NativeDate.css.ts'

type NativeDateProps = Omit<ComponentPropsWithRef<'input'>, 'className' | 'style' | 'type'> & {
  label: string
}

/** The browser's own field for a day with its label beside it, for filters; in a form use `DateField`. */
export function NativeDate({ label, ...native }: NativeDateProps) {
  return (
    <label className={root}>
      {label}
      <input {...native} type="date" className={input} />
    </label>
  )
}
