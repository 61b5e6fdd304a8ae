import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Options = { challenge: string; user?: { id: string } }
type Forgery = {
  origin?: string
  rpId?: string
  type?: string
  flags?: number
  counter?: number
  userHandle?: string
}

/** User present, user verified, key included. */
const [PRESENT, VERIFIED, WITH_KEY] = [0x01, 0x04, 0x40]
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const encoded = (data: Buffer) => data.toString('base64url')

/**
 * A device with one passkey, as far as a server can tell (WebAuthn Level 3, ES256, attestation "none"). Each answer can be
 * forged in one way.
 */
export function makePasskeyDevice(site = { origin: 'https://clinic.test', rpId: 'clinic.test' }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let userHandle = ''
  let counter = 0

  const clientData = (type: string, challenge: string, { origin = site.origin }: Forgery) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (flags: number, count: number, { rpId = site.rpId }: Forgery) => {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(count)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted])
  }
  const credential = (response: object) =>
    JSON.stringify({
      id: encoded(id),
      rawId: encoded(id),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })

  return {
    /** Makes the passkey. */
    create: (options: string, forged: Forgery = {}): string => {
      const { challenge, user } = JSON.parse(options) as Options
      userHandle = user?.id ?? ''
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = Buffer.concat([
        authenticatorData(forged.flags ?? PRESENT | VERIFIED | WITH_KEY, 0, forged),
        ...[Buffer.alloc(16), length, id, coseKey(publicKey)],
      ])
      return credential({
        clientDataJSON: encoded(clientData(forged.type ?? 'webauthn.create', challenge, forged)),
        attestationObject: encoded(attestation(data)),
        transports: ['internal'],
      })
    },
    /** Answers a challenge. */
    answer: (options: string, forged: Forgery = {}): string => {
      const { challenge } = JSON.parse(options) as Options
      counter = forged.counter ?? counter + 1
      const data = authenticatorData(forged.flags ?? PRESENT | VERIFIED, counter, forged)
      const client = clientData(forged.type ?? 'webauthn.get', challenge, forged)
      return credential({
        clientDataJSON: encoded(client),
        authenticatorData: encoded(data),
        signature: encoded(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle: forged.userHandle ?? userHandle,
      })
    },
  }
}

/** An ES256 key as COSE (RFC 9053): {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const bytes = (value: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(value, 'base64url')])
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(x),
    Buffer.from([0x22]),
    bytes(y),
  ])
}

/** The CBOR map {fmt: "none", attStmt: {}, authData}. */
function attestation(authData: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  return Buffer.concat([
    ...[Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
    ...[text('authData'), Buffer.from([0x58, authData.length]), authData],
  ])
}
