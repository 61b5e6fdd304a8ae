import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'
import * as styles from './Tabs.css.ts'

/** One page of a set; its panel is rendered only while chosen. */
export type TabItem = { id: string; label: string; count?: number | undefined; panel: ReactNode }

type TabsProps = {
  /** Names the set. */
  label: string
  items: readonly TabItem[]
  selected: string
  onSelect: (id: string) => void
}

/** Several pages in one place, one of them shown. */
export function Tabs({ label, items, selected, onSelect }: TabsProps) {
  return (
    <AriaTabs className={styles.tabs} selectedKey={selected} onSelectionChange={(id) => onSelect(String(id))}>
      <TabList className={styles.list} aria-label={label}>
        {items.map((item) => (
          <Tab key={item.id} id={item.id} className={styles.tab}>
            {item.label}
            {item.count !== undefined && (
              <span className={styles.count}>{item.count.toLocaleString('en-US')}</span>
            )}
          </Tab>
        ))}
      </TabList>
      {items.map((item) => (
        <TabPanel key={item.id} id={item.id} className={styles.panel}>
          {item.panel}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
