import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { needProgram } from './needProgram.ts'

const sample = readFileSync(new URL('../../../docs/deploy/nginx.conf', import.meta.url), 'utf8')

/** Installs Debian's nginx with apt if it is not here. */
export const needNginx = (): void => needProgram('nginx', '-v', 'nginx-light')

/** A complete configuration around a site, with all of its files in `folder`. */
function around(folder: string, site: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const temporary = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join('\n')
  return `worker_processes 2;
pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'error.log')} warn;
daemon off;
events { worker_connections 1024; }
http {
access_log off;
${temporary}
${site}
}
`
}

/** Whether nginx accepts the sample as it is, with a certificate. Returns what it says if not. */
export function checkSample(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=clinic.example']
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
  const site = sample
    .replace('/etc/ssl/clinic.example.pem', certificate)
    .replace('/etc/ssl/clinic.example.key', key)
  const settings = join(folder, 'sample.conf')
  writeFileSync(settings, around(folder, site))
  const { status, stderr } = spawnSync('nginx', ['-t', '-c', settings], { encoding: 'utf8' })
  return status === 0 ? '' : stderr
}

/** Starts nginx with the sample on a port without TLS, in front of these two ports. */
export async function startNginx(
  folder: string,
  port: number,
  [first, second]: readonly [number, number],
): Promise<{ stop: () => Promise<void>; errors: () => string }> {
  mkdirSync(folder, { recursive: true })
  const site = sample
    .replace(/server \{\s+listen 80;[^}]*\}/, '')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace(/^ *ssl_certificate.*$/gm, '')
    .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${second}`)
    // The port belongs to the address that the server expects as the origin.
    .replace('Host $host', 'Host $http_host')
  const settings = join(folder, 'nginx.conf')
  writeFileSync(settings, around(folder, site))
  const child = spawn('nginx', ['-c', settings], { stdio: 'ignore' })
  const over = new Promise<void>((done) => child.once('close', () => done()))
  const errors = () => readFileSync(join(folder, 'error.log'), 'utf8')
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => false,
    )
  for (let tries = 0; !(await answers()); tries += 1) {
    if (child.exitCode !== null || tries > 200) throw new Error(`nginx did not start:\n${errors()}`)
    await sleep(25)
  }
  return {
    errors,
    stop: () => {
      child.kill('SIGTERM')
      return over
    },
  }
}
