import { keepRecordsKeys, keptRecordsKeys, makeRecordKeys, type RecordKeys } from './recordKeys.ts'

type RecordKeySettings = { recordsKeys: readonly Buffer[] | undefined; dataDir: string }

/**
 * The master keys, looked for at the first record: a program that touches none makes none. Those of the setting come
 * first, those kept in DATA_DIR go on opening what they closed; a name that nobody knows yet has the file read again, so
 * that a key which was added while the product runs is found.
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
      const known = found().ids().includes(wrapped.keyId) ? found() : look()
      return known.unwrap(wrapped, storageKey)
    },
    newest: () => look().newest(),
    ids: () => look().ids(),
  }
}

/** All master keys there are, of the setting and of DATA_DIR; none is made. */
export const allRecordKeys = ({ recordsKeys = [], dataDir }: RecordKeySettings): Buffer[] => {
  const kept = keptRecordsKeys(dataDir)
  return [...recordsKeys, ...kept.filter((key) => !recordsKeys.some((one) => one.equals(key)))]
}
