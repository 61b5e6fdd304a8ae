/** The content of a file, to be read where it is answered; where it is spelled as JSON it is the address to read it at. */
export type FileContent = {
  fileSize: number
  read: () => AsyncIterable<Buffer>
  toJSON: () => string
}
