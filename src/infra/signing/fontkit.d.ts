// fontkit carries no types of its own, and this is all that is asked of it.
declare module 'fontkit' {
  export type Font = {
    hasGlyphForCodePoint: (codePoint: number) => boolean
    /** What was drawn with the font, with the letters it stood for when it was first asked for. */
    _glyphs: Record<number, unknown>
  }
  export function create(file: Uint8Array): Font
}
