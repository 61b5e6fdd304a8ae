import { ApolloClient, CombinedGraphQLErrors, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'
import { createClient } from 'graphql-sse'
import { type Given, maren, named, tomas } from './walk.ts'

type Page = {
  patients: {
    edges: { node: { firstName: string } }[]
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
  }
}
type Saved = {
  upsertPatient: { isNew: boolean; patient: { id: string; version: string; phone: string | null } }
}

/** What the program has seen: see `walk.ts` for the words. */
export type SeenByGraphQL = {
  isNew: boolean[]
  stale: { code: unknown; version: unknown }
  version: string
  names: string[]
  /** The number of the patient that the cache shows after a change, without another request. */
  phoneInCache: string | null | undefined
  /** The kind of the first change that the subscription sent. */
  heard: string
}

const Save = gql`
  mutation Save($input: UpsertPatientInput!) {
    upsertPatient(input: $input) { isNew patient { id version phone } }
  }
`
const Edit = gql`
  mutation Edit($input: EditPatientInput!) { editPatient(input: $input) { id version phone } }
`
const Patients = gql`
  query Patients($after: String) {
    patients(first: 1, after: $after) { edges { node { id firstName phone } } pageInfo { hasNextPage endCursor } }
  }
`

/** A program as an integrator writes it with Apollo Client and graphql-sse. */
export async function walk({ baseUrl, key }: Given): Promise<SeenByGraphQL> {
  const headers = { authorization: `Bearer ${key}` }
  const uri = `${baseUrl}/graphql`
  const client = new ApolloClient({
    link: new HttpLink({ uri, headers }),
    cache: new InMemoryCache({ typePolicies: { Query: { fields: { patients: relayStylePagination() } } } }),
  })
  const changes = createClient({ url: uri, headers }).iterate<{ changes: { resourceType: string } }>({
    query: 'subscription { changes { resourceType } }',
  })
  const first = changes.next()

  const save = async (person: Partial<typeof tomas>, value: string) => {
    const { data } = await client.mutate<Saved>({
      mutation: Save,
      variables: { input: { identifier: named(value), ...person } },
    })
    if (!data) throw new Error('The patient was not saved')
    return data.upsertPatient
  }
  const added = await save(tomas, 'P-1')
  const edited = await save({ lastName: 'Silva Reis' }, 'P-1')
  await save(maren, 'P-2')
  // Until the subscription is open, changes may pass unheard. What changes nothing is not heard at all.
  let count = 0
  const again = setInterval(() => void save({ lastName: `Lindqvist ${++count}` }, 'P-2'), 500)
  const heard = await first
  clearInterval(again)
  await changes.return?.()
  if (heard.done) throw new Error('The subscription ended')

  const change = (expectedVersion: string) =>
    client.mutate({
      mutation: Edit,
      variables: { input: { patientId: added.patient.id, expectedVersion, phone: '(415) 555-0100' } },
    })
  const refusal = await change(added.patient.version).catch((error: unknown) => error)
  const [error] = CombinedGraphQLErrors.is(refusal) ? refusal.errors : []

  const list = client.watchQuery<Page>({ query: Patients })
  let page = (await list.refetch()).data?.patients
  while (page?.pageInfo.hasNextPage)
    page = (await list.fetchMore({ variables: { after: page.pageInfo.endCursor } })).data?.patients
  await change(edited.patient.version)
  const { data } = list.getCurrentResult()
  const cached = client.cache.readFragment<{ phone: string | null }>({
    id: `Patient:${added.patient.id}`,
    fragment: gql`fragment Phone on Patient { phone }`,
  })
  return {
    isNew: [added.isNew, edited.isNew],
    stale: { code: error?.extensions?.code, version: error?.extensions?.version },
    version: edited.patient.version,
    names: (data as Page | undefined)?.patients.edges.map(({ node }) => node.firstName) ?? [],
    phoneInCache: cached?.phone,
    heard: heard.value.data?.changes.resourceType ?? '',
  }
}
