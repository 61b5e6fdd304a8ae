let page: Promise<Buffer> | undefined

/**
 * The GraphiQL page. Its module has nine megabytes, so it is loaded when an administrator first opens the page, and all
 * connections share its bytes.
 */
export const explorerPage = (): Promise<Buffer> => {
  page ??= render()
  return page
}

async function render(): Promise<Buffer> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  return Buffer.from(
    renderGraphiQL({
      title: 'Caseload GraphiQL',
      defaultQuery: '{ me { firstName role } dashboardStats { totalPatients } }',
    }),
  )
}
