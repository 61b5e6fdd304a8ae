import { body, close, dialogOf, head, modal, scrimOf, steady, title as titleClass } from './Dialog.css.ts'
import { IconButton } from './IconButton.tsx'
import { Skeleton } from './Skeleton.tsx'

/** The outline of a wide, steady dialog until its code has loaded. It can be closed like the dialog. */
export function DialogSkeleton({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <div className={scrimOf.growing}>
      <div className={modal.wide}>
        <div className={`${dialogOf.growing} ${steady}`}>
          <div className={head}>
            <span className={titleClass}>{title}</span>
            <span className={close}>
              <IconButton icon="close" label="Close" onClick={onClose} />
            </span>
          </div>
          <div className={body}>
            <Skeleton />
          </div>
        </div>
      </div>
    </div>
  )
}
