// Bundled as a plain script: a browser lets a page without an origin start no worker that is a module.
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
