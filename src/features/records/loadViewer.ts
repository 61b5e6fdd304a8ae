/** Fetches what shows a record; the browser does so once. */
export const loadViewer = () => import('./RecordViewer.tsx')
