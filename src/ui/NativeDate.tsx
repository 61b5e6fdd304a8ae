import type { ComponentPropsWithRef } from 'react'
import { input, root } from './NativeDate.css.ts'

type NativeDateProps = Omit<ComponentPropsWithRef<'input'>, 'className' | 'style' | 'type'> & {
  label: string
}

/** The browser's date field with its label, for filters. In a form, use `DateField`. */
export function NativeDate({ label, ...native }: NativeDateProps) {
  return (
    <label className={root}>
      {label}
      <input {...native} type="date" className={input} />
    </label>
  )
}
