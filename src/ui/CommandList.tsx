import type { ReactNode } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { Input, SearchField } from 'react-aria-components/SearchField'
import * as styles from './CommandList.css.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './iconPaths.ts'

/** An option in the list. */
export type CommandOption = { id: string; label: string; detail?: string | undefined; icon: IconName }

type CommandListProps = {
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  sections: readonly { title: string; options: readonly CommandOption[] }[]
  onChoose: (id: string) => void
  /** Called for Escape, also while the field holds text, which would otherwise only be cleared. */
  onEscape: () => void
  /** Shown when the list is empty. */
  empty: ReactNode
}

/**
 * A search field with results: the arrow keys move through them while typing continues, and Enter chooses.
 */
export function CommandList({
  label,
  placeholder,
  text,
  onText,
  sections,
  onChoose,
  onEscape,
  empty,
}: CommandListProps) {
  return (
    <Autocomplete inputValue={text} onInputChange={onText}>
      <div
        className={styles.frame}
        onKeyDownCapture={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.stopPropagation()
          event.preventDefault()
          onEscape()
        }}
      >
        <div className={styles.fieldPlace}>
          <SearchField className={styles.field} aria-label={label} autoFocus>
            <Icon name="search" />
            <Input className={styles.input} placeholder={placeholder} maxLength={200} />
          </SearchField>
        </div>
        <ListBox
          className={styles.list}
          aria-label={label}
          selectionMode="none"
          onAction={(id) => onChoose(String(id))}
          renderEmptyState={() => <p className={styles.empty}>{empty}</p>}
        >
          {sections
            .filter(({ options }) => options.length > 0)
            .map(({ title, options }) => (
              <ListBoxSection key={title} id={title}>
                <Header className={styles.title}>{title}</Header>
                {options.map(({ id, label: words, detail, icon }) => (
                  <ListBoxItem key={id} id={id} textValue={words} className={styles.option}>
                    <Icon name={icon} />
                    <span className={styles.words}>{words}</span>
                    {detail && <span className={styles.detail}>{detail}</span>}
                  </ListBoxItem>
                ))}
              </ListBoxSection>
            ))}
        </ListBox>
      </div>
    </Autocomplete>
  )
}
