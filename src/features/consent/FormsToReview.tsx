import { paths } from '#domain/access/screens.ts'
import { amountOf } from '#domain/amount.ts'
import { Banner } from '#ui/Banner.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'

/**
 * How many signed forms wait for a review, with a link to their patients. It has only a link and is not hydrated,
 * because the screens that show it have no room for its code.
 */
export const FormsToReview = ({ count }: { count: number }) =>
  count > 0 && (
    <Banner
      tone="caution"
      title={`${amountOf(count, 'signed form')} ${count === 1 ? 'waits' : 'wait'} for your review`}
      action={
        <ButtonLink size="small" href={`${paths.patients}?needsReview=true`}>
          Review Forms
        </ButtonLink>
      }
    >
      A form gives attorneys no access until you accept it.
    </Banner>
  )
