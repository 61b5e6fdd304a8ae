/** Loads the record viewer; the browser does this only once. */
export const loadViewer = () => import('./RecordViewer.tsx')
