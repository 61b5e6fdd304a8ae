import { graphql } from '#generated/gql.ts'
import type { SettingsQuery } from '#generated/graphql.ts'

export const settingsQuery = graphql(`
  query Settings {
    me { id email firstName lastName role profileImageUrl noticeMinutes emailAlerts }
    mySessions { ...SessionRow }
    signOnConnections { id name isConnected }
    mySecondFactors { authenticatorApp { createdAt lastUsedAt } passkeys { id } recoveryCodesLeft dueAt }
    systemStatus {
      mode version timeZone
      parts { name state }
      trail { checkedAt isIntact }
      ignoresProxy
    }
  }
`)

export type Me = NonNullable<SettingsQuery['me']>
export type SystemStatus = SettingsQuery['systemStatus']
