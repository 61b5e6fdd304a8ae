/** What a page fetches when idle: the modules that a press loads, and the islands of the page, whose code it already has. */
const parts = {
  chart: {
    of: ['/src/features/patients/PatientDialog.tsx', '/src/ui/Toast.tsx'],
    loaded: ['/src/features/patients/Patients.island.tsx', '/src/features/frame/ScreenHeader.island.tsx'],
  },
}

/** Writes `idle.json`: for each part, the files that the browser does not have yet (src/client/fetchWhenIdle.ts). */
export const idleCode = () => ({
  name: 'idle-code',
  generateBundle(_options, bundle) {
    if (this.environment.name !== 'client') return
    const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
    const chunkOf = (source) => {
      const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)))
      if (!found) throw new Error(`No chunk has ${source}`)
      return found.fileName
    }
    const withImports = (fileName, files = new Set()) => {
      if (files.has(fileName)) return files
      files.add(fileName)
      for (const imported of bundle[fileName]?.imports ?? []) withImports(imported, files)
      return files
    }
    const lists = Object.entries(parts).map(([name, { of, loaded }]) => {
      const known = new Set(loaded.flatMap((source) => [...withImports(chunkOf(source))]))
      const files = new Set(of.flatMap((source) => [...withImports(chunkOf(source))]))
      return [name, [...files].filter((file) => !known.has(file)).map((file) => `/${file}`)]
    })
    this.emitFile({
      type: 'asset',
      fileName: 'idle.json',
      source: JSON.stringify(Object.fromEntries(lists)),
    })
  },
})
