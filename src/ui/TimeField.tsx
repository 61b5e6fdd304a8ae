import { TextField, type TextFieldProps } from './TextField.tsx'

type TimeFieldProps = Omit<TextFieldProps, 'type' | 'inputMode' | 'maxLength'>

/** A time of day as text, HH:MM in 24 hours; what is not a time is for the form to refuse. */
export function TimeField(props: TimeFieldProps) {
  return <TextField placeholder="HH:MM" {...props} maxLength={5} autoComplete="off" />
}
