import { say } from './frame.ts'
import type { ToFrame } from './protocol.ts'

type Wanted = { kind: string; filename: string }

const folders: Record<string, string> = {
  cMapUrl: 'cmaps',
  standardFontDataUrl: 'standard_fonts',
  wasmUrl: 'wasm',
}

/** Loads pdf.js's own files by asking the surrounding page, because this frame has no network. */
export class OwnFiles {
  fetch({ kind, filename }: Wanted): Promise<Uint8Array> {
    const path = `${folders[kind]}/${filename}`
    return new Promise((done, fail) => {
      const hear = ({ source, data }: MessageEvent<ToFrame>) => {
        if (source !== window.parent || data.type !== 'file' || data.path !== path) return
        window.removeEventListener('message', hear)
        if (data.bytes) done(new Uint8Array(data.bytes))
        else fail(new Error(`${path} could not be loaded`))
      }
      window.addEventListener('message', hear)
      say({ type: 'wants', path })
    })
  }
}
