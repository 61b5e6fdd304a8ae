/** Whether a media type is an image, which can have a description for users who cannot see it. */
export const isImage = (mimeType: string): boolean => mimeType.startsWith('image/')

type Described = { fileName: string; mimeType: string; imageDescription?: string | null | undefined }

/** The text alternative of a record's document: what an image shows, or else the file name. */
export function imageText({ fileName, mimeType, imageDescription }: Described): string {
  if (!isImage(mimeType)) return fileName
  return imageDescription || `Image: ${fileName}`
}
