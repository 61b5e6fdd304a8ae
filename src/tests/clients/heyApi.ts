import { createClient } from '#generated/clients/heyApi/client/index.ts'
import {
  addTask,
  changes,
  editPatient,
  patients,
  recordFile,
  sendConsent,
  uploadRecord,
  upsertPatient,
} from '#generated/clients/heyApi/index.ts'
import { type Given, maren, named, type Seen, tomas } from './walk.ts'

/** A program as an integrator writes it with the client that hey-api generates. */
export async function walk({ baseUrl, key, colleagueId, file }: Given): Promise<Seen> {
  const client = createClient({ baseUrl, auth: () => key })
  const save = async (person: Partial<typeof tomas>, value: string) => {
    const { data } = await upsertPatient({ client, body: { identifier: named(value), ...person } })
    if (!data) throw new Error('The patient was not saved')
    return data
  }
  const start = await changes({ client })
  const added = await save(tomas, 'P-1')
  const edited = await save({ lastName: 'Silva Reis' }, 'P-1')
  await save(maren, 'P-2')

  const path = { id: added.id }
  const change = (version: string) =>
    editPatient({ client, path, headers: { 'If-Match': `"${version}"` }, body: { phone: '(415) 555-0100' } })
  const stale = await change(added.version)
  const fresh = await change(edited.version)

  const headers = { 'Idempotency-Key': 'one-task' }
  const body = { title: 'Call', assignedTo: colleagueId }
  const [first, second] = [await addTask({ client, headers, body }), await addTask({ client, headers, body })]

  const sent = await sendConsent({ client, path })

  const names: string[] = []
  let after: string | undefined
  do {
    const page = await patients({ client, query: { limit: 1, after } })
    names.push(...(page.data ?? []).map(({ firstName }) => firstName))
    after = /after=([^&>]+)/.exec(page.response?.headers.get('link') ?? '')?.[1]
  } while (after)

  const upload = () =>
    uploadRecord({
      client,
      path,
      body: { file: new File([file], 'mri.pdf'), identifiers: JSON.stringify([named('R-1')]) },
    })
  const record = await upload()
  const again = await upload()
  const recordId = record.data?.id ?? ''
  const download = await recordFile({ client, path: { ...path, recordId }, parseAs: 'blob' })

  const feed = await changes({ client, query: { after: start.data?.cursor } })
  return {
    isNew: [added.isNew, edited.isNew],
    stale: [stale.response?.status ?? 0, fresh.response?.status ?? 0],
    isSameTask: first.data?.id !== undefined && first.data.id === second.data?.id,
    statusAfterSending: sent.data?.status,
    names,
    identifiersOfRecord: record.data?.identifiers ?? [],
    size: (download.data as Blob | undefined)?.size ?? 0,
    refused: again.error?.reason,
    changed: [...new Set(feed.data?.changes.map(({ resourceType }) => resourceType))].sort(),
  }
}
