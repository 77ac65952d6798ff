/**
 * OpenTelemetry traces of what is observed, sent over OTLP. A turn's trace id is the turn's own id, so the
 * request that started it, its steps in whichever replica, and every call to a model or to Google are one
 * trace that can be found by the id that clients have. Carries no contents.
 */
import { createHash } from 'node:crypto'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Begun, Kind, Watcher, Work } from './observed.ts'

/** 16 bytes, as a trace id is. */
const traceIdOf = (turnId: string) => turnId.replaceAll('-', '')
/** Known to everybody who knows the turn: what refers to it need not have seen it. */
const turnSpanIdOf = (turnId: string) => createHash('sha256').update(turnId).digest('hex').slice(0, 16)

/** Random, but for a turn's own span, whose ids are set right before it begins. */
class TurnIds implements IdGenerator {
  readonly #random = new RandomIdGenerator()
  next: { traceId: string; spanId: string } | null = null

  generateTraceId = (): string => this.next?.traceId ?? this.#random.generateTraceId()
  generateSpanId = (): string => this.next?.spanId ?? this.#random.generateSpanId()
}

export interface Traces extends Watcher {
  /** Sends what is left. */
  close(): Promise<void>
}

export function createTraces(options: { url: string; version: string; instance: string }): Traces {
  const ids = new TurnIds()
  const provider = new TracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({
      'service.name': 'rowhand',
      'service.version': options.version,
      'service.instance.id': options.instance,
    }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${options.url}/v1/traces` }) }),
    ],
  })
  const tracer = provider.getTracer('rowhand')

  function beginTurn({ turnId, execution }: Work['turn']): Span {
    // A later execution is a part of the first one's span.
    if (execution > 1) return tracer.startSpan('turn taken up again', {}, parentTurn(turnId))
    ids.next = { traceId: traceIdOf(turnId), spanId: turnSpanIdOf(turnId) }
    const span = tracer.startSpan('turn', {}, ROOT_CONTEXT)
    ids.next = null
    return span
  }

  return {
    begin(kind, facts, parent): Begun | undefined {
      const startTime = Date.now()
      if (kind === 'request') {
        return { end: ended => requestSpan(ended as Work['request'], startTime) }
      }
      if (kind === 'turn') return running(beginTurn(facts as Work['turn']))
      // Work outside of a turn, for example a delivery, is no trace of its own.
      if (!(parent && typeof parent === 'object')) return undefined
      const within = trace.setSpan(ROOT_CONTEXT, parent as Span)
      return running(tracer.startSpan(kind, { kind: spanKind(kind) }, within), kind)
    },
    close: () => provider.shutdown(),
  }

  /** Known at its end only: which turn it started. */
  function requestSpan(facts: Work['request'], startTime: number): void {
    if (facts.turnId === undefined) return
    const span = tracer.startSpan(
      `request ${facts.operation}`,
      { kind: SpanKind.SERVER, startTime },
      parentTurn(facts.turnId),
    )
    span.setAttributes(attributes(facts))
    span.end()
  }
}

const parentTurn = (turnId: string) =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId: traceIdOf(turnId),
    spanId: turnSpanIdOf(turnId),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  })

/** Which tool a step calls is known once it has begun. */
function running(span: Span, kind?: Kind): Begun {
  return {
    within: span,
    end(facts, failed) {
      if (kind) span.updateName(nameOf(kind, facts))
      span.setAttributes(attributes(facts))
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

const nameOf = (kind: Kind, facts: object): string => {
  if (kind === 'step') {
    const step = facts as Work['step']
    return step.kind === 'tool' ? `tool ${step.tool ?? ''}` : 'model step'
  }
  return kind === 'google' ? `google ${(facts as Work['google']).kind}` : kind
}

const spanKind = (kind: Kind) =>
  kind === 'model' || kind === 'google' || kind === 'query' ? SpanKind.CLIENT : SpanKind.INTERNAL

const attributes = (facts: object) =>
  Object.fromEntries(
    Object.entries(facts)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [`rowhand.${name}`, value as string | number]),
  )
