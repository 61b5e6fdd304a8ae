/** The content of a file, read only when it is sent. In JSON it becomes the URL of the file. */
export type FileContent = {
  /** Not known for an archive, which is written while it is sent. */
  fileSize?: number
  /** The HTTP entity tag, which changes with the content. */
  tag?: string
  /** Reads the bytes of a range, or all. */
  read: (range?: { start: number; end: number }) => AsyncIterable<Buffer>
  toJSON: () => string
}
