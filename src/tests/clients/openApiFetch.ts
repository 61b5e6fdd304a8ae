import createClient from 'openapi-fetch'
import type { paths } from '#generated/clients/openApiTypescript.ts'
import { type Given, maren, named, type Seen, tomas } from './walk.ts'

/** A program as an integrator writes it with openapi-typescript and openapi-fetch. */
export async function walk({ baseUrl, key, colleagueId, file }: Given): Promise<Seen> {
  const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } })
  const save = async (person: Partial<typeof tomas>, value: string) => {
    const { data } = await api.PUT('/api/patients/by-identifier', {
      body: { identifier: named(value), ...person },
    })
    if (!data) throw new Error('The patient was not saved')
    return data
  }
  const readFeed = async (after?: string) => {
    const { data } = await api.GET('/api/changes', { params: { query: { after } } })
    // A string is the other kind of answer, an event stream.
    return typeof data === 'string' ? undefined : data
  }
  const start = await readFeed()
  const added = await save(tomas, 'P-1')
  const edited = await save({ lastName: 'Silva Reis' }, 'P-1')
  await save(maren, 'P-2')

  const onPatient = { path: { id: added.id } }
  const change = (version: string) =>
    api.PATCH('/api/patients/{id}', {
      params: { ...onPatient, header: { 'If-Match': `"${version}"` } },
      body: { phone: '(415) 555-0100' },
    })
  const stale = await change(added.version)
  const fresh = await change(edited.version)

  const header = { 'Idempotency-Key': 'one-task' }
  const addTask = () =>
    api.POST('/api/tasks', { params: { header }, body: { title: 'Call', assignedTo: colleagueId } })
  const [first, second] = [await addTask(), await addTask()]

  const sent = await api.POST('/api/patients/{id}/send-consent', { params: onPatient })

  const names: string[] = []
  let after: string | undefined
  do {
    const page = await api.GET('/api/patients', { params: { query: { limit: 1, after } } })
    names.push(...(page.data ?? []).map(({ firstName }) => firstName))
    after = /after=([^&>]+)/.exec(page.response.headers.get('link') ?? '')?.[1]
  } while (after)

  const upload = () =>
    api.POST('/api/patients/{id}/records', {
      params: onPatient,
      body: { file, identifiers: JSON.stringify([named('R-1')]) },
      bodySerializer(body) {
        const form = new FormData()
        form.set('file', body.file as Blob, 'mri.pdf')
        form.set('identifiers', body.identifiers ?? '[]')
        return form
      },
    })
  const record = await upload()
  const again = await upload()
  const download = await api.GET('/api/patients/{id}/records/{recordId}/file', {
    params: { path: { id: added.id, recordId: record.data?.id ?? '' } },
    parseAs: 'arrayBuffer',
  })

  const feed = await readFeed(start?.cursor)
  return {
    isNew: [added.isNew, edited.isNew],
    stale: [stale.response.status, fresh.response.status],
    isSameTask: first.data?.id !== undefined && first.data.id === second.data?.id,
    statusAfterSending: sent.data?.status,
    names,
    identifiersOfRecord: record.data?.identifiers ?? [],
    size: download.data?.byteLength ?? 0,
    refused: again.error?.reason,
    changed: [...new Set(feed?.changes.map(({ resourceType }) => resourceType))].sort(),
  }
}
