import {
  type Attributes,
  context,
  DiagLogLevel,
  diag,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { z } from 'zod'

/** Where traces go (OTLP over HTTP), and which part of all requests and jobs is traced, from 0 to 1. */
export type TraceSettings = { endpoint: string; headers: Record<string, string>; ratio: number }

/** The settings have the names of OpenTelemetry, so that its documentation applies. */
export const traceShape = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^?#@\s]+$/, 'must be an address like http://127.0.0.1:4318')
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[\w-]+=[^,=\s]+(?:,[\w-]+=[^,=\s]+)*$/, 'must be like api-key=abc,tenant=clinic')
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number from 0 to 1')
    .min(0, 'must be a number from 0 to 1')
    .max(1, 'must be a number from 0 to 1')
    .default(1),
}

/** The settings for traces; `undefined` if none are sent. */
export const tracesOf = (parsed: z.output<z.ZodObject<typeof traceShape>>): TraceSettings | undefined =>
  parsed.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : {
        endpoint: parsed.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
        headers: Object.fromEntries(
          (parsed.OTEL_EXPORTER_OTLP_HEADERS ?? '').split(',').flatMap((pair) => {
            const [name = '', value = ''] = pair.split('=')
            return name ? [[name, decodeURIComponent(value)]] : []
          }),
        ),
        ratio: parsed.OTEL_TRACES_SAMPLER_ARG,
      }

/** How long a collector may take, also for the last spans when the process stops. */
const SEND_MS = 5000

let isOn = false

/** Whether this process sends traces. */
export const isTracing = (): boolean => isOn

/**
 * Sends the spans of this process from now on. Tells `warn` when they cannot be sent. Returns a function that sends the last ones and stops. OpenTelemetry is loaded only
 * here, so that an installation without traces does not pay for it.
 */
export async function startTracing(
  { endpoint, headers, ratio }: TraceSettings,
  version: string,
  warn: (message: string) => void,
): Promise<() => Promise<void>> {
  const [{ AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }, resources, sdk, exporter] =
    await Promise.all([
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ])
  const sampled = new sdk.TraceIdRatioBasedSampler(ratio)
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': 'caseload', 'service.version': version }),
    // A caller can say which trace a request belongs to, but not that it must be sent.
    sampler: new sdk.ParentBasedSampler({
      root: sampled,
      remoteParentSampled: sampled,
      remoteParentNotSampled: sampled,
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new exporter.OTLPTraceExporter({
          url: `${endpoint}/v1/traces`,
          headers,
          timeoutMillis: SEND_MS,
        }),
        exportTimeoutMillis: SEND_MS,
      }),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  const quiet = () => {}
  diag.setLogger({ error: warn, warn, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN)
  isOn = true
  return () => provider.shutdown()
}

/** The ID of the current trace; `undefined` outside of one. */
export const traceId = (): string | undefined =>
  isOn ? trace.getActiveSpan()?.spanContext().traceId : undefined

const tracer = () => trace.getTracer('caseload')

/**
 * Begins a span in the current one; `undefined` outside of one. Names and attributes are made of Caseload's own words alone, and never
 * of what a user or a patient has entered.
 */
export const beginSpan = (
  name: string,
  attributes: Attributes = {},
  kind: SpanKind = SpanKind.CLIENT,
): Span | undefined =>
  isOn && trace.getActiveSpan() ? tracer().startSpan(name, { kind, attributes }) : undefined

/** Ends a span. The error itself is not sent, because its message may have data. */
export function endSpan(span: Span | undefined, failed?: unknown): void {
  if (failed !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR })
  span?.end()
}

/** Runs a call of another service as a span of the current one. */
export const inCallSpan = <Result>(
  name: string,
  work: () => Promise<Result>,
  attributes: Attributes = {},
): Promise<Result> => inSpan(name, attributes, work, SpanKind.CLIENT)

/** Runs work as a span of the current one. */
export async function inSpan<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
  kind: SpanKind = SpanKind.INTERNAL,
): Promise<Result> {
  const span = beginSpan(name, attributes, kind)
  return span ? within(span, work) : work()
}

/** The same for work that begins a trace, such as a job. */
export const inNewTrace = <Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> =>
  isOn ? within(tracer().startSpan(name, { kind: SpanKind.CONSUMER, attributes, root: true }), work) : work()

async function within<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await context.with(trace.setSpan(context.active(), span), work)
    endSpan(span)
    return result
  } catch (error) {
    endSpan(span, error)
    throw error
  }
}

/**
 * Runs the handling of a request as a span, which the caller ends. It continues the trace of `traceparent` (W3C Trace Context). A
 * `tracestate` is ignored, because it can have any text.
 */
export function inRequestSpan<Result>(
  name: string,
  attributes: Attributes,
  headers: Record<string, string | string[] | undefined>,
  work: (span: Span | undefined) => Result,
): Result {
  if (!isOn) return work(undefined)
  const around = propagation.extract(ROOT_CONTEXT, { traceparent: headers.traceparent })
  const span = tracer().startSpan(name, { kind: SpanKind.SERVER, attributes }, around)
  return context.with(trace.setSpan(around, span), () => work(span))
}

/** The headers that let another service continue the current trace; none without a trace. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {}
  if (isOn) propagation.inject(context.active(), headers)
  return headers
}
