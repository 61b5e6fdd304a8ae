// fontkit has no types. These cover only what we use.
declare module 'fontkit' {
  export type Font = {
    hasGlyphForCodePoint: (codePoint: number) => boolean
    /** The cached glyphs, each with the characters it had when it was first requested. */
    _glyphs: Record<number, unknown>
  }
  export function create(file: Uint8Array): Font
}
