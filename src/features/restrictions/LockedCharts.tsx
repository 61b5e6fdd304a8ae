import { useState } from 'react'
import { changeAddress } from '#client/address.ts'
import { Button } from '#ui/Button.tsx'
import { onIntent } from '#ui/intent.ts'
import { List, ListItem } from '#ui/List.tsx'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { fullName } from '../patients/PatientRow.ts'
import { heading } from './LockedCharts.css.ts'

const BreakGlass = lazy(() => import('./BreakGlassDialog.tsx').then((one) => one.BreakGlassDialog))

type Chart = { id: string; firstName: string; lastName: string }

/** The restricted charts whose names this user may see, below the patients; hidden if there are none. */
export function LockedCharts({ charts }: { charts: readonly Chart[] }) {
  const [opened, setOpened] = useState<Chart | null>(null)
  return (
    <>
      {charts.length > 0 && (
        <>
          <h3 className={heading}>Restricted Charts</h3>
          <List label="Restricted Charts">
            {charts.map((chart) => (
              <ListItem
                key={chart.id}
                icon="lock"
                detail="Locked: open only to some staff"
                action={
                  <Button
                    size="small"
                    aria-label={`Break the Glass: ${fullName(chart)}`}
                    {...onIntent(BreakGlass.load)}
                    onClick={() => setOpened(chart)}
                  >
                    Break the Glass
                  </Button>
                }
              >
                {fullName(chart)}
              </ListItem>
            ))}
          </List>
        </>
      )}
      {opened && (
        <OnDemand>
          <BreakGlass
            chart={opened}
            onOpened={() => changeAddress({ patient: opened.id })}
            onClose={() => setOpened(null)}
          />
        </OnDemand>
      )}
    </>
  )
}
