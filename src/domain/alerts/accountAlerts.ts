import { paths } from '../access/screens.ts'
import { because, type Name, page, type Reason, type Row, type Unnamed } from './alertRow.ts'

/** Opens the list of webhooks. */
const webhooksPath = `${paths.settings}?open=webhooks`

/** The alert types about accounts, sessions, second factors, API keys and webhooks, with their rules. */
export const accountAlerts = {
  account_locked: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ user, until }: { user: string; until: string }) =>
      `Sign-in for ${user} is locked until ${until}`,
    path: page(paths.users),
    mail: 'An account was locked',
  },
  administrator_added: {
    to: ['administrators'],
    includesActor: true,
    sentence: (facts: RoleChange | { by: Name; user: Name; from?: undefined }) =>
      facts.from === undefined ? `${facts.by} added ${facts.user} as an administrator` : roleChanged(facts),
    path: page(paths.users),
    mail: 'A user became an administrator',
  },
  administrator_recovered: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ user }: { user: string }) =>
      `${user} was made an administrator with a new password on the server’s command line`,
    path: page(paths.users),
    mail: 'An administrator’s account was recovered on the server',
  },
  new_device: {
    to: ['named'],
    includesActor: true,
    sentence: ({ device, ipAddress, at }: { device: string; ipAddress: string | null; at: string }) =>
      `Your account was used on a new device on ${at}: ${device}, ${ipAddress ?? 'unknown address'}. If this wasn’t you, report it under Sessions in Settings`,
    path: page(paths.settings),
    mail: 'Your account was used on a new device',
    isAlwaysMailed: true,
  },
  sign_on_connected: {
    to: ['named'],
    includesActor: true,
    sentence: ({ provider, at }: { provider: string; at: string }) =>
      `${provider} was connected to your account on ${at}. If this wasn’t you, tell an administrator`,
    path: page(paths.settings),
    mail: 'Single sign-on was connected to your account',
    isAlwaysMailed: true,
  },
  sign_on_disconnected: {
    to: ['named', 'administrators'],
    includesActor: true,
    sentence: ({ by, user }: { by: Name; user: Name }) => `${by} disconnected the single sign-on of ${user}`,
    path: page(paths.settings),
    mail: 'Single sign-on was disconnected from an account',
  },
  session_reported: {
    to: ['administrators', 'named'],
    includesActor: true,
    sentence: ({ user }: { user: string }) =>
      `${user} reported a session that was not theirs. All sessions ended, and the next sign-in asks for a new password`,
    path: page(paths.users),
    mail: 'A user reported an unknown session',
  },
  role_changed: {
    to: ['administrators'],
    includesActor: true,
    sentence: (facts: RoleChange) => roleChanged(facts),
    path: page(paths.users),
    mail: 'The role of a user was changed',
  },
  api_key_created: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ by, key, user }: { by: Name; key: string; user: Name }) =>
      `${by} created the API key “${key}”, which can make changes as ${user}`,
    path: page(paths.settings),
    mail: 'An API key that can make changes was created',
  },
  webhook_added: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ by, host, key }: { by: Name; host: string; key: string }) =>
      `${by} set up a webhook, which sends the changes that the API key “${key}” may see to ${host}`,
    path: page(webhooksPath),
    mail: 'A webhook was set up',
  },
  webhook_stopped: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ webhook, reason }: { webhook: string; reason: string }) =>
      `The webhook “${webhook}” is off. ${reason}`,
    path: page(webhooksPath),
    mail: 'A webhook was switched off',
  },
  service_account_handed_over: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ count, from, to }: { count: number; from: Name; to: Name }) =>
      `${count === 1 ? '1 service account' : `${count} service accounts`} of ${from} was transferred to ${to}`,
    path: page(paths.users),
    mail: 'A service account has a new owner',
  },
  work_reassigned: {
    to: ['named'],
    includesActor: true,
    sentence: ({ from, work }: { from: Name; work: string }) => `You took over the work of ${from}: ${work}`,
    path: page(paths.dashboard),
    mail: 'The work of a colleague was assigned to you',
  },
  key_created_account: {
    to: ['administrators'],
    includesActor: true,
    sentence: ({ key, user, role }: { key: string; user: string; role: string }) =>
      `The API key “${key}” created an account for ${user} (${role})`,
    path: page(paths.users),
    mail: 'An API key created an account',
  },
  invitation_accepted: {
    to: ['administrators'],
    sentence: ({ user }: { user: string }) => `${user} accepted the invitation and set a password`,
    path: page(paths.users),
    mail: 'A user accepted an invitation',
  },
  password_reset_by_link: {
    to: ['named'],
    includesActor: true,
    sentence: ({ at }: { at: string }) =>
      `Your password was reset through a link in an e-mail on ${at}. If this wasn’t you, tell an administrator`,
    path: page(paths.settings),
    mail: 'Your password was reset',
    isAlwaysMailed: true,
  },
  second_factor_added: {
    to: ['named'],
    includesActor: true,
    sentence: ({ passkey }: Unnamed & { passkey?: string | undefined }) =>
      passkey
        ? `The passkey “${passkey}” was added to your account`
        : 'An authenticator app was set up for your account',
    path: page(paths.settings),
    mail: 'A second factor was added to your account',
  },
  second_factor_removed: {
    to: ['named'],
    includesActor: true,
    sentence: ({ passkey }: Unnamed & { passkey?: string | undefined }) =>
      passkey
        ? `The passkey “${passkey}” was removed from your account`
        : 'The authenticator app was removed from your account',
    path: page(paths.settings),
    mail: 'A second factor was removed from your account',
  },
  second_factor_reset: {
    to: ['named', 'administrators'],
    includesActor: true,
    sentence: ({ by, user, ...facts }: { by: Name; user: Name } & Reason) =>
      `${by} reset the second factor of ${user}${because(facts)}`,
    path: page(paths.settings),
    mail: 'A second factor was reset',
  },
  recovery_code_used: {
    to: ['named'],
    includesActor: true,
    sentence: ({ left }: { left: number }) =>
      `A recovery code was used for your account. ${left === 1 ? '1 code is' : `${left} codes are`} left`,
    path: page(paths.settings),
    mail: 'A recovery code of your account was used',
  },
} satisfies Record<string, Row>

type RoleChange = { by: Name; user: Name; from: string; to: string }
const roleChanged = ({ by, user, from, to }: RoleChange) =>
  `${by} changed the role of ${user} from ${from} to ${to}`
