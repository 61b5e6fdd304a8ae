import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { needProgram } from './needProgram.ts'

const sampleOf = (name: string) =>
  readFileSync(new URL(`../../../docs/deploy/${name}`, import.meta.url), 'utf8')
const nginxSample = sampleOf('nginx.conf')
const caddySample = sampleOf('Caddyfile')

/** A reverse proxy from Debian with its sample configuration from the guide. */
export type ReverseProxy = {
  /** Installs the program with apt if it is missing. */
  need: () => void
  /** Validates the sample unchanged, with its files in `folder`. Returns the program's error, or an empty text. */
  check: (folder: string) => string
  /** Starts it with the sample on a port without TLS, in front of these two ports. */
  start: (
    folder: string,
    port: number,
    ports: readonly [number, number],
  ) => Promise<{ stop: () => Promise<void> }>
}

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

/** Makes a certificate first, because nginx reads it when it validates the sample. */
function checkNginx(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=clinic.example']
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
  const site = nginxSample
    .replace('/etc/ssl/clinic.example.pem', certificate)
    .replace('/etc/ssl/clinic.example.key', key)
  const settings = join(folder, 'sample.conf')
  writeFileSync(settings, around(folder, site))
  return complaints('nginx', ['-t', '-c', settings])
}

function startNginx(folder: string, port: number, [first, second]: readonly [number, number]) {
  mkdirSync(folder, { recursive: true })
  const site = nginxSample
    .replace(/server \{\s+listen 80;[^}]*\}/, '')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace(/^ *ssl_certificate.*$/gm, '')
    .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${second}`)
    // The port belongs to the address that the server expects as the origin.
    .replace('Host $host', 'Host $http_host')
  const settings = join(folder, 'nginx.conf')
  writeFileSync(settings, around(folder, site))
  return startProxy('nginx', ['-c', settings], port)
}

/** Where Caddy keeps its certificates and state. */
const placesIn = (folder: string) => ({ HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder })

function writeCaddyfile(folder: string, content: string): string[] {
  mkdirSync(folder, { recursive: true })
  const settings = join(folder, 'Caddyfile')
  writeFileSync(settings, content)
  return ['--config', settings, '--adapter', 'caddyfile']
}

function startCaddy(folder: string, port: number, [first, second]: readonly [number, number]) {
  const site = caddySample
    .replace('clinic.example {', `http://127.0.0.1:${port} {`)
    .replace('127.0.0.1:3001 127.0.0.1:3002', `127.0.0.1:${first} 127.0.0.1:${second}`)
  const words = writeCaddyfile(folder, `{\n\tadmin off\n}\n${site}`)
  return startProxy('caddy', ['run', ...words], port, placesIn(folder))
}

/** The reverse proxies, by the name of their program. */
export const reverseProxies: Record<'nginx' | 'caddy', ReverseProxy> = {
  nginx: { need: () => needProgram('nginx', '-v', 'nginx-light'), check: checkNginx, start: startNginx },
  caddy: {
    need: () => needProgram('caddy', 'version'),
    check: (folder) =>
      complaints('caddy', ['validate', ...writeCaddyfile(folder, caddySample)], placesIn(folder)),
    start: startCaddy,
  },
}

function complaints(program: string, words: string[], environment = {}): string {
  const env = { ...process.env, ...environment }
  const { status, stderr } = spawnSync(program, words, { encoding: 'utf8', env })
  return status === 0 ? '' : stderr
}

/** Starts the program and waits until it passes requests on. */
async function startProxy(program: string, words: string[], port: number, environment = {}) {
  const child = spawn(program, words, { stdio: 'pipe', env: { ...process.env, ...environment } })
  let said = ''
  child.stdout.resume()
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const over = new Promise<void>((done) => child.once('close', () => done()))
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let tries = 0; !(await answers()); tries += 1) {
    if (child.exitCode !== null || tries > 400) throw new Error(`${program} did not start:\n${said}`)
    await sleep(25)
  }
  return {
    stop: () => {
      child.kill('SIGTERM')
      return over
    },
  }
}
