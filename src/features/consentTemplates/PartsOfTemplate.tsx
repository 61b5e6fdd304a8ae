import { type ElementName, elementNames, elements } from '#domain/consent/elements.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { section, small } from '#ui/type.css.ts'
import { part, partList, partText, present } from './TemplateForm.css.ts'

type Props = {
  /** The missing elements; undefined until the server has checked the text. */
  lacks: readonly ElementName[] | undefined
  onAdd: (name: ElementName) => void
}

/** The required elements of an authorization: which are marked in the text and which are missing. */
export function PartsOfTemplate({ lacks, onAdd }: Props) {
  const missing = lacks ?? []
  const marked = elementNames.length - missing.length
  return (
    <section aria-labelledby="template-parts">
      <h3 id="template-parts" className={section}>
        Parts of an Authorization
      </h3>
      <p className={small} role="status">
        {lacks === undefined
          ? 'Looking…'
          : missing.length === 0
            ? 'All nine parts required by 45 CFR 164.508(c) are marked. You must check that the wording meets the requirements.'
            : `${marked} of ${elementNames.length} are marked. This stays a draft and cannot be sent until every part is marked.`}
      </p>
      {missing.length > 0 && (
        <ul className={partList}>
          {missing.map((name) => (
            <li key={name} className={part}>
              <span className={present}>
                <Icon name="alert" size="small" />
              </span>
              <span className={partText}>
                {elements[name].label}
                <span className={small}>
                  {elements[name].says} {elements[name].cite}, marked {`{#${name}}`}
                </span>
              </span>
              <Button
                size="small"
                icon="plus"
                aria-label={`Add: ${elements[name].label}`}
                onClick={() => onAdd(name)}
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
