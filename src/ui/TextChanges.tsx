import { added, removed, text } from './TextChanges.css.ts'
import { differences } from './textDifferences.ts'
import { visuallyHidden } from './type.css.ts'

/** Shows how a text differs from an earlier version, with removed words struck through and added words underlined. */
export const TextChanges = ({ before, now }: { before: string; now: string }) => (
  <div className={text}>
    {differences(before, now).map(({ kind, text: words }, place) => {
      const key = `${place}`
      if (kind === 'same') return <span key={key}>{words}</span>
      const Mark = kind === 'added' ? 'ins' : 'del'
      return (
        <Mark key={key} className={kind === 'added' ? added : removed}>
          <span className={visuallyHidden}>{kind === 'added' ? ' added: ' : ' removed: '}</span>
          {words}
        </Mark>
      )
    })}
  </div>
)
