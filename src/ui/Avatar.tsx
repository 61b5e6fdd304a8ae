import { avatar } from './Avatar.css.ts'
import { Icon } from './Icon.tsx'
import { initials } from './initials.ts'

type AvatarProps = {
  firstName: string
  lastName: string
  imageUrl?: string | null | undefined
  size?: 'small' | 'regular' | 'large' | undefined
}

/** A picture, initials or a drawing. It is decorative and needs a written name next to it. */
export function Avatar({ firstName, lastName, imageUrl, size = 'regular' }: AvatarProps) {
  if (imageUrl) return <img className={avatar[size]} src={imageUrl} alt="" />
  return (
    <span className={avatar[size]} aria-hidden="true">
      {initials(firstName, lastName) || <Icon name="user" />}
    </span>
  )
}
