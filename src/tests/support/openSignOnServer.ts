import { onTestFinished } from 'vitest'
import { makeSignOnProvider, type SignOnProvider } from '#infra/signOn/signOnProvider.ts'
import type { SignOnSettings } from '#infra/signOn/signOnSettings.ts'
import { CLIENT, type ProviderUser, type SignOnServer, startSignOnServer } from './signOnServer.ts'

export type OpenedSignOn = SignOnServer & {
  /** Caseload's side of the provider. */
  client: SignOnProvider
}

/** Opens a provider until the end of the test. */
export async function openSignOnServer(
  publicUrl: string,
  { user, ...settings }: { user: ProviderUser } & Partial<SignOnSettings>,
): Promise<OpenedSignOn> {
  const id = settings.id ?? 'okta'
  const server = await startSignOnServer(id, user)
  onTestFinished(server.close)
  server.serve(publicUrl)
  const client = makeSignOnProvider(
    {
      ...{ id, name: 'Okta', issuer: server.issuer, ...CLIENT },
      ...{ roleClaim: 'groups', roles: {}, createsUsers: false, closesPasswords: false },
      ...settings,
    },
    publicUrl,
  )
  return Object.assign(server, { client })
}
