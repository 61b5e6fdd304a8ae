import { type ConsentDocument, type Inline, spansOf } from '#domain/consent/document.ts'
import { heading, points, sheet, title } from './DocumentSheet.css.ts'

/** A consent form as the patient reads it. */
export function DocumentSheet({ document }: { document: ConsentDocument }) {
  return (
    <article className={sheet} aria-label={document.title || 'Consent form'}>
      {document.title && <h3 className={title}>{document.title}</h3>}
      {document.blocks.map((block, at) => {
        const key = `${at}`
        if (block.kind === 'heading')
          return (
            <h4 key={key} className={heading}>
              <Words words={block.text} />
            </h4>
          )
        if (block.kind === 'paragraph')
          return (
            <p key={key}>
              <Words words={block.text} />
            </p>
          )
        const List = block.ordered ? 'ol' : 'ul'
        return (
          <List key={key} className={points}>
            {block.items.map((item, place) => {
              const itemKey = `${place}`
              return (
                <li key={itemKey}>
                  <Words words={item} />
                </li>
              )
            })}
          </List>
        )
      })}
    </article>
  )
}

function Words({ words }: { words: Inline }) {
  return spansOf(words).map(({ text, strong, emphasis }, at) => {
    const key = `${at}`
    if (strong) return <strong key={key}>{emphasis ? <em>{text}</em> : text}</strong>
    return emphasis ? <em key={key}>{text}</em> : text
  })
}
