import { TextField, type TextFieldProps } from './TextField.tsx'

type TimeFieldProps = Omit<TextFieldProps, 'type' | 'inputMode' | 'maxLength'>

/** A field for a time as HH:MM in 24 hours. The form validates it. */
export function TimeField(props: TimeFieldProps) {
  return <TextField placeholder="HH:MM" {...props} maxLength={5} autoComplete="off" />
}
