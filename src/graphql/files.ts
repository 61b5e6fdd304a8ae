/** The content of a file, to be read where it is answered; where it is spelled as JSON it is the address to read it at. */
export type FileContent = {
  fileSize: number
  /** Changes when a byte does; an entity tag as HTTP spells it. */
  tag: string
  /** The bytes of a range, or all. */
  read: (range?: { start: number; end: number }) => AsyncIterable<Buffer>
  toJSON: () => string
}
