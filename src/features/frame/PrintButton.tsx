import { IconButton } from '#ui/IconButton.tsx'

/** Prints the screen, or the dialog that is open. */
export const PrintButton = ({ label }: { label: string }) => (
  <IconButton icon="print" label={label} onClick={() => window.print()} />
)
