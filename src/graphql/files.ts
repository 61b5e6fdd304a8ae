/** The content of a file, to be read where it is answered; where it is spelled as JSON it is the address to read it at. */
export type FileContent = {
  fileSize: number
  /** The HTTP entity tag; it changes with the content. */
  tag: string
  /** The bytes of a range, or all. */
  read: (range?: { start: number; end: number }) => AsyncIterable<Buffer>
  toJSON: () => string
}
