let page: Promise<Buffer> | undefined

/**
 * The page of GraphiQL. It is nine megabytes in one module, so that it is loaded when an administrator first opens it,
 * and every connection is sent the same bytes.
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
