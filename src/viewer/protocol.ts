/** The product's own colours, so that the frame looks like the page around it. */
export type Colors = Record<'ground' | 'raised' | 'ink' | 'muted' | 'line' | 'accent' | 'scheme', string>

/** What can be done with a document, beside reading it. */
export type Tool = 'zoom' | 'rotate' | 'page' | 'find'

/** Why a document cannot be shown. */
export type Trouble = 'damaged' | 'protected' | 'too_large' | 'unsupported'

/** What the page around tells the frame. */
export type ToFrame =
  | { type: 'open'; bytes: ArrayBuffer; mimeType: string; name: string; colors: Colors }
  | { type: 'colors'; colors: Colors }
  | { type: 'zoom'; by: 'in' | 'out' | 'width' }
  | { type: 'rotate' }
  | { type: 'page'; page: number }
  | { type: 'find'; text: string; step: 'first' | 'next' | 'previous' }
  | { type: 'print' }
  | { type: 'file'; path: string; bytes: ArrayBuffer | null }

/** What the frame tells the page around. */
export type FromFrame =
  | { type: 'ready' }
  | { type: 'shown'; pages: number; tools: readonly Tool[] }
  | { type: 'view'; page: number; percent: number }
  | { type: 'found'; at: number; of: number }
  | { type: 'failed'; trouble: Trouble }
  /** A key that is meant for the page around. */
  | { type: 'key'; key: 'close' | 'find' | 'print' }
  | { type: 'link'; address: string }
  | { type: 'printing'; page: number; of: number }
  /** A file of the program itself, such as a font, which the frame has no way to fetch. */
  | { type: 'wants'; path: string }

/** Files that a frame may want, by their names under the folder of the program's own. */
export const ownFile = /^(cmaps|standard_fonts|wasm)\/[\w-]+\.(bcmap|pfb|ttf|wasm)$/
