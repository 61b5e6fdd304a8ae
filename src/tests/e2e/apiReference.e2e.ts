import { referencePages } from '#openApi/reference.ts'
import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('an administrator opens the API reference and finds a call', async ({ page, clinic, signIn }) => {
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/settings')
  await page.getByRole('button', { name: 'Configure APIs' }).click()
  await page.getByRole('link', { name: 'API Reference' }).click()
  await page.getByRole('link', { name: 'POST /api/tasks', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Add task' })).toBeInViewport()
  await page.getByRole('link', { name: 'Task', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Task', exact: true })).toBeInViewport()
})

test('every page of the reference is there for everyone, without scripts', { tag: '@long' }, async ({
  request,
}) => {
  for (const { slug, title, markdown } of referencePages()) {
    const answer = await request.get(slug === 'index' ? '/api-reference' : `/api-reference/${slug}`)
    const html = await answer.text()
    expect(answer.status(), slug).toBe(200)
    expect(html).toContain(`>${title}</h1>`)
    for (const [, heading] of markdown.matchAll(/^## (.+)$/gm))
      expect(html, slug).toContain(`>${heading}</h2>`)
    expect(html, slug).not.toContain('<script')
  }
})
