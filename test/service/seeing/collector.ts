/** An OTLP collector on loopback, as far as a test needs one: takes traces over HTTP in JSON and keeps their spans. */
import { startWebServer } from '../../support/web-server.ts'

export interface SeenSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Record<string, string | number>
  failed: boolean
}

interface WireSpan extends Omit<SeenSpan, 'attributes' | 'failed'> {
  attributes: { key: string; value: Record<string, string | number> }[]
  status: { code?: number }
}

interface WireBody {
  resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[]
}

const toSeen = ({ attributes, status, ...span }: WireSpan): SeenSpan => ({
  ...span,
  attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]!])),
  failed: status.code === 2,
})

export async function startCollector() {
  const spans: SeenSpan[] = []
  const raw: string[] = []
  const { url, close } = await startWebServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    raw.push(text)
    const { resourceSpans } = JSON.parse(text) as WireBody
    for (const { scopeSpans } of resourceSpans) {
      for (const scope of scopeSpans) spans.push(...scope.spans.map(toSeen))
    }
    response.setHeader('content-type', 'application/json').end('{}')
  })
  return {
    url,
    spans,
    /** The bodies as they came. */
    raw,
    close,
  }
}
