// Bundled as a classic script, because browsers do not start module workers in a page with an opaque origin.
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
