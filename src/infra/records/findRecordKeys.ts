import { keepRecordsKeys, keptRecordsKeys, makeRecordKeys, type RecordKeys } from './recordKeys.ts'

type RecordKeySettings = { recordsKeys: readonly Buffer[] | undefined; dataDir: string }

/**
 * Loads the master keys at the first use, so that a program without records creates none. Keys from the settings come
 * first. Keys in DATA_DIR still decrypt older files. An unknown key ID makes it read the key file again, because a key
 * may be added while the server runs.
 */
export function findRecordKeys({ recordsKeys, dataDir }: RecordKeySettings): RecordKeys {
  let keys: RecordKeys | undefined
  const look = () => {
    keys = makeRecordKeys(
      recordsKeys ? [...recordsKeys, ...keptRecordsKeys(dataDir)] : keepRecordsKeys(dataDir),
    )
    return keys
  }
  const found = () => keys ?? look()
  return {
    wrap: (...file) => found().wrap(...file),
    unwrap: (wrapped, storageKey) => {
      const current = found().ids().includes(wrapped.keyId) ? found() : look()
      return current.unwrap(wrapped, storageKey)
    },
    newest: () => look().newest(),
    ids: () => look().ids(),
  }
}

/** All master keys in the settings and in DATA_DIR. Does not create one. */
export const allRecordKeys = ({ recordsKeys = [], dataDir }: RecordKeySettings): Buffer[] => {
  const kept = keptRecordsKeys(dataDir)
  return [...recordsKeys, ...kept.filter((key) => !recordsKeys.some((one) => one.equals(key)))]
}
