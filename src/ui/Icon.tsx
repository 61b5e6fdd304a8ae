import { dots, icon } from './Icon.css.ts'
import { iconId } from './iconId.ts'
import type { IconName } from './iconPaths.ts'

type IconProps = {
  name: IconName
  /** 14, 16 or 18 px. */
  size?: 'small' | 'regular' | 'large' | undefined
  /** Only where no word stands beside it; otherwise the icon is not read aloud. */
  label?: string | undefined
}

/** A drawing in the colour of the text around it. The page holds each drawing once (layouts/Icons.astro). */
export function Icon({ name, size = 'regular', label }: IconProps) {
  return (
    <svg
      viewBox="0 0 20 20"
      className={name === 'more' ? `${icon[size]} ${dots}` : icon[size]}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <use href={`#${iconId(name)}`} />
    </svg>
  )
}
