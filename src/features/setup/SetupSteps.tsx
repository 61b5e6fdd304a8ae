import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { ListItem } from '#ui/List.tsx'
import { strong } from '#ui/type.css.ts'
import { links, steps as stepsClass } from './setup.css.ts'
import type { Setup } from './setupDocuments.ts'
import { missingWords, stepWords } from './steps.ts'

type Props = {
  steps: Setup['steps']
  className?: string
  isMarking?: boolean
  /** Marks the consent form as reviewed. Without it, the step has no button for that. */
  onReviewed?: () => void
}

/** The steps of setting up the clinic. Each that is not done links to where it is done. */
export function SetupSteps({ steps, className = stepsClass, isMarking, onReviewed }: Props) {
  return (
    <ul role="list" className={className} aria-label="Steps">
      {steps.map(({ name, isDone, missing }) => {
        const { label, detail, links: places } = stepWords[name]
        return (
          <ListItem
            key={name}
            icon={isDone ? 'check' : 'chevronRight'}
            detail={missing.length > 0 ? missingWords(missing) : detail}
            action={
              <div className={links}>
                {isDone ? (
                  <Badge tone="positive" icon="check">
                    Done
                  </Badge>
                ) : (
                  places.map((place) => (
                    <ButtonLink key={place.href} size="small" href={place.href}>
                      {place.label}
                    </ButtonLink>
                  ))
                )}
                {name === 'consent_form' && !isDone && onReviewed && (
                  <Button size="small" isPending={isMarking} onClick={onReviewed}>
                    Mark as Reviewed
                  </Button>
                )}
              </div>
            }
          >
            <span className={strong}>{label}</span>
          </ListItem>
        )
      })}
    </ul>
  )
}
