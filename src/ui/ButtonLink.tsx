import type { ComponentPropsWithRef } from 'react'
import { labelOffPhone } from './Button.css.ts'
import { type ButtonLook, buttonClass } from './buttonClass.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './iconPaths.ts'

type ButtonLinkProps = Omit<ComponentPropsWithRef<'a'>, 'className' | 'style'> &
  Omit<ButtonLook, 'isSquare'> & {
    href: string
    icon?: IconName | undefined
    isIconOnPhone?: boolean | undefined
  }

/** A link that looks like a button, for actions that open a page. */
export function ButtonLink({
  variant,
  size,
  isBlock,
  icon,
  isIconOnPhone,
  children,
  ...native
}: ButtonLinkProps) {
  return (
    <a {...native} className={buttonClass({ variant, size, isBlock })}>
      {icon && <Icon name={icon} />}
      <span className={isIconOnPhone ? labelOffPhone : undefined}>{children}</span>
    </a>
  )
}
