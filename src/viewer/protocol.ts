/** The app's current colors, so that the frame matches the page. */
export type Colors = Record<'ground' | 'raised' | 'ink' | 'muted' | 'line' | 'accent' | 'scheme', string>

/** The tools that a document supports besides reading. */
export type Tool = 'zoom' | 'rotate' | 'page' | 'find'

/** Why a document cannot be displayed. */
export type ViewerProblem = 'damaged' | 'protected' | 'too_large' | 'unsupported'

/** Messages from the page to the frame. */
export type ToFrame =
  /** `alt` is the text alternative of an image; for other documents it is the name. */
  | { type: 'open'; bytes: ArrayBuffer; mimeType: string; name: string; alt: string; colors: Colors }
  | { type: 'colors'; colors: Colors }
  | { type: 'zoom'; by: 'in' | 'out' | 'width' }
  | { type: 'rotate' }
  | { type: 'page'; page: number }
  | { type: 'find'; text: string; step: 'first' | 'next' | 'previous' }
  | { type: 'print' }
  | { type: 'file'; path: string; bytes: ArrayBuffer | null }

/** Messages from the frame to the page. */
export type FromFrame =
  | { type: 'ready' }
  | { type: 'shown'; pages: number; tools: readonly Tool[] }
  | { type: 'view'; page: number; percent: number }
  | { type: 'found'; at: number; of: number }
  | { type: 'failed'; trouble: ViewerProblem }
  /** A key press for the surrounding page. */
  | { type: 'key'; key: 'close' | 'find' | 'print' }
  | { type: 'link'; address: string }
  | { type: 'printing'; page: number; of: number }
  /** A request for one of the viewer's own files, such as a font, which the frame cannot load. */
  | { type: 'wants'; path: string }

/** The files that a frame may request, by their paths in the viewer's folder. */
export const ownFile = /^(cmaps|standard_fonts|wasm)\/[\w-]+\.(bcmap|pfb|ttf|wasm)$/
