import { type ComponentPropsWithRef, createContext, type ReactNode, use, useId } from 'react'
import { body, card, foot, footLink, head, headActions, headTitle } from './Card.css.ts'

const CardTitle = createContext<string | undefined>(undefined)

type CardProps = Omit<ComponentPropsWithRef<'section'>, 'className' | 'style'> & {
  /** Dims the rows, because others are on their way. */
  isReplacing?: boolean | undefined
}

/** A white card, which is a region named by its `CardHead` or by `aria-label`. */
export function Card({ children, isReplacing, ...native }: CardProps) {
  const titleId = useId()
  return (
    <CardTitle value={titleId}>
      <section
        aria-labelledby={native['aria-label'] ? undefined : titleId}
        {...native}
        data-replacing={isReplacing || undefined}
        className={card}
      >
        {children}
      </section>
    </CardTitle>
  )
}

type CardHeadProps = {
  title: ReactNode
  /** Buttons, a select or a search field: at the end of the line, or below it on a phone. */
  children?: ReactNode
}

/** The title of a card (an `h2`) and its actions. */
export function CardHead({ title, children }: CardHeadProps) {
  return (
    <div className={head}>
      <h2 className={headTitle} id={use(CardTitle)}>
        {title}
      </h2>
      {children && <div className={headActions}>{children}</div>}
    </div>
  )
}

/** The padded content of a card without a table or list. */
export function CardBody({ children }: { children: ReactNode }) {
  return <div className={body}>{children}</div>
}

/** The last line of a card: a link to the rest, or the pages of a list. */
export function CardFoot({ children }: { children: ReactNode }) {
  return <div className={foot}>{children}</div>
}

/** A link to the complete list that a card shows in part. */
export function CardLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={footLink} href={href}>
      {children}
    </a>
  )
}
