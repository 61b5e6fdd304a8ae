import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../src/e2e/support/chromium.ts'

// Makes the pictures of docs/ from the demo clinic: `npm run screenshots`.

const port = 3987
const base = `http://127.0.0.1:${port}`
const account = { email: 'admin@clinic.test', password: 'Clinic-demo-2026' }
const folder = mkdtempSync(join(tmpdir(), 'caseload-screenshots-'))
await chmod(folder, 0o711)
await mkdir('docs', { recursive: true })

const server = spawn('node', ['src/server.ts'], {
  env: { ...process.env, NODE_ENV: '', PORT: String(port), DATA_DIR: join(folder, 'data') },
  stdio: 'inherit',
})
try {
  await ready()
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumFlags })
  await desktop(browser)
  await phone(browser)
  await browser.close()
} finally {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}

async function desktop(browser: Browser): Promise<void> {
  const context = await browser.newContext({ baseURL: base, viewport: { width: 1200, height: 750 } })
  await context.request.post('/api/auth/login', { data: account })
  const page = await context.newPage()
  await page.goto('/')
  await page.screenshot({ path: 'docs/dashboard.png' })
  await context.close()
}

async function phone(browser: Browser): Promise<void> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width: 390, height: 780 },
    isMobile: true,
  })
  await context.request.post('/api/auth/login', { data: account })
  const page = await context.newPage()
  await page.goto('/patients')
  await page.screenshot({ path: 'docs/patients-phone.png' })
  await page.goto('/consent-forms')
  await page
    .getByRole('button', { name: /Show signing link/ })
    .first()
    .click()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  await page.goto(link)
  await page.screenshot({ path: 'docs/signing-phone.png' })
  await context.close()
}

async function ready(): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (
      await fetch(`${base}/readyz`).then(
        (one) => one.ok,
        () => false,
      )
    )
      return
    await sleep(100)
  }
  throw new Error('The demo clinic did not start')
}
