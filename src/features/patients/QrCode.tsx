import encodeQR from 'qr'
import { code } from './QrCode.css.ts'

/** Light modules around the code, without which cameras do not find it (ISO/IEC 18004). */
const QUIET = 4

/** A text as a QR code, black on white in every theme so that cameras read it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: QUIET })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      className={code}
      aria-label={label}
      width="200"
      height="200"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
