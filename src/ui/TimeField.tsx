import { TextField, type TextFieldProps } from './TextField.tsx'

type TimeFieldProps = Omit<TextFieldProps, 'type' | 'inputMode' | 'maxLength'>

/** A field for a time. The form reads and validates it. */
export function TimeField(props: TimeFieldProps) {
  return <TextField placeholder="9:30 AM" {...props} maxLength={10} autoComplete="off" />
}
