import { spawnSync } from 'node:child_process'

/** Whether this machine has the openssl command in the version that the documents ask for. */
export const isOpenSsl3: boolean =
  spawnSync('openssl', ['version']).stdout?.toString().startsWith('OpenSSL 3') ?? false
