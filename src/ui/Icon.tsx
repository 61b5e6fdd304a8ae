import { dots, icon } from './Icon.css.ts'
import { iconId } from './iconId.ts'
import type { IconName } from './iconPaths.ts'

type IconProps = {
  name: IconName
  /** 14, 16 or 18 px. */
  size?: 'small' | 'regular' | 'large' | undefined
  /** Only for an icon without text next to it; otherwise screen readers skip the icon. */
  label?: string | undefined
}

/**
 * An icon in the color of the surrounding text. Each page contains every drawing once (layouts/Icons.astro).
 */
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
