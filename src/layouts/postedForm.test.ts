import { expect, test } from 'vitest'
import { postedForm } from './postedForm.ts'

const posted = (body: string, type: string) =>
  postedForm(new Request('http://localhost', { method: 'POST', body, headers: { 'Content-Type': type } }))

const urlencoded = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=x'
const part = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n`

test('a posted form is parsed', async () => {
  for (const form of [
    await posted('a=1&b=2%263', urlencoded),
    await posted(`${part('a')}${part('b')}--x--`, multipart),
  ])
    expect([...form.keys()]).toEqual(['a', 'b'])
})

test.each([
  [urlencoded, 'a&'.repeat(499_000)],
  [multipart, `${part('a').repeat(10_000)}--x--`],
])('a form of type %s with thousands of fields is rejected before it is parsed', async (type, body) => {
  await expect(posted(body, type)).rejects.toMatchObject({
    code: 'invalid',
    message: 'The form may have at most 200 fields',
  })
})
