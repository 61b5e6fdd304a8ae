import { type Drawing, SHEET, type Stroke } from '#domain/consent/sheet.ts'

/** The minimum distance between two points, in units of the sheet. */
const STEP = 3
/** The maximum number of points, more than any signature has. */
const POINTS_MAX = 5000
/** Half the line width, as on the form. */
const LINE = 4.8

export type Pad = {
  drawing: () => Drawing
  undo: () => void
  clear: () => void
}

/** Draws the strokes of a finger, pen or mouse on a canvas and stores them in the units of a fixed sheet. */
export function openPad(canvas: HTMLCanvasElement, kept: Drawing, onChange: () => void): Pad {
  let strokes: Drawing = kept
  let current: Stroke | null = null
  const pen = canvas.getContext('2d')

  function redraw(): void {
    if (!pen) return
    const sharpness = Math.max(1, devicePixelRatio)
    const { width } = canvas.getBoundingClientRect()
    const scale = (width * sharpness) / SHEET.width || 1
    canvas.width = SHEET.width * scale
    canvas.height = SHEET.height * scale
    pen.scale(scale, scale)
    pen.lineWidth = LINE
    pen.lineCap = pen.lineJoin = 'round'
    pen.strokeStyle = getComputedStyle(canvas).color
    for (const stroke of strokes) drawStroke(pen, stroke)
  }

  /** Converts an event's position to sheet units, for any size of the canvas. */
  function pointOf({ clientX, clientY }: PointerEvent): [number, number] {
    const { left, top, width, height } = canvas.getBoundingClientRect()
    const on = (at: number, size: number) => Math.min(size, Math.max(0, Math.round(at * size)))
    return [on((clientX - left) / width, SHEET.width), on((clientY - top) / height, SHEET.height)]
  }

  function add(event: PointerEvent): void {
    if (!current) return
    const [x, y] = pointOf(event)
    const [lastX = -STEP, lastY = -STEP] = current.slice(-2)
    if (current.length > 0 && Math.hypot(x - lastX, y - lastY) < STEP) return
    if (strokes.flat().length / 2 < POINTS_MAX) current.push(x, y)
  }

  canvas.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary || event.button !== 0) return
    event.preventDefault()
    canvas.setPointerCapture(event.pointerId)
    current = []
    strokes = [...strokes, current]
    add(event)
    redraw()
  })
  canvas.addEventListener('pointermove', (event) => {
    if (!current || !event.isPrimary) return
    for (const one of event.getCoalescedEvents?.() ?? [event]) add(one)
    add(event)
    redraw()
  })
  const lift = () => {
    if (!current) return
    current = null
    onChange()
  }
  canvas.addEventListener('pointerup', lift)
  canvas.addEventListener('pointercancel', lift)
  new ResizeObserver(redraw).observe(canvas)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw)

  const becomes = (next: Drawing) => {
    strokes = next
    redraw()
    onChange()
  }
  return {
    drawing: () => strokes,
    undo: () => becomes(strokes.slice(0, -1)),
    clear: () => becomes([]),
  }
}

function drawStroke(pen: CanvasRenderingContext2D, stroke: Stroke): void {
  pen.beginPath()
  pen.moveTo(stroke[0] ?? 0, stroke[1] ?? 0)
  for (let at = 0; at < stroke.length; at += 2) pen.lineTo(stroke[at] ?? 0, stroke[at + 1] ?? 0)
  pen.stroke()
}
