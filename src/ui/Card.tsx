import { type ComponentPropsWithRef, createContext, type ReactNode, use, useId } from 'react'
import { body, card, foot, footLink, head, headActions, headTitle } from './Card.css.ts'

const CardTitle = createContext<string | undefined>(undefined)

type CardProps = Omit<ComponentPropsWithRef<'section'>, 'className' | 'style'>

/** A white sheet with hairlines; a region named by its `CardHead`, or by `aria-label` where it has none. */
export function Card({ children, ...native }: CardProps) {
  const titleId = useId()
  return (
    <CardTitle value={titleId}>
      <section aria-labelledby={native['aria-label'] ? undefined : titleId} {...native} className={card}>
        {children}
      </section>
    </CardTitle>
  )
}

type CardHeadProps = {
  title: ReactNode
  /** Buttons, a select, a search field: at the end of the line, below it on a phone. */
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

/** The padded part of a card that holds neither a table nor a list. */
export function CardBody({ children }: { children: ReactNode }) {
  return <div className={body}>{children}</div>
}

/** The last line of a card: a link to the rest, or the pages of a list. */
export function CardFoot({ children }: { children: ReactNode }) {
  return <div className={foot}>{children}</div>
}

/** The link to everything a card shows a part of. */
export function CardLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={footLink} href={href}>
      {children}
    </a>
  )
}
