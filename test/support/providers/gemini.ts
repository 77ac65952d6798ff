/** Google's Gemini, generateContent. */
import { asText, list, type Reply, textsOf, type WireFormat } from './neutral.ts'

type Part = { text?: string; functionResponse?: { id?: string; name: string; response: unknown } }

export const gemini: WireFormat = {
  readRequest(_path, body) {
    const parts = list(body.contents).flatMap(({ parts }) => list(parts) as Part[])
    const config = body.generationConfig as { responseMimeType?: string } | undefined
    return {
      instructions: textsOf((body.systemInstruction as { parts?: unknown } | undefined)?.parts).join('\n'),
      texts: parts.flatMap(({ text }) => (text === undefined ? [] : [text])),
      toolNames: list(body.tools).flatMap(({ functionDeclarations }) =>
        list(functionDeclarations).map(({ name }) => asText(name)),
      ),
      toolResults: parts.flatMap(({ functionResponse }) =>
        functionResponse
          ? [{ id: functionResponse.id ?? functionResponse.name, output: asText(functionResponse.response) }]
          : [],
      ),
      wantsJson: config?.responseMimeType === 'application/json',
    }
  },
  renderReply(reply, id, model) {
    const text = reply.text === undefined ? [] : [{ text: reply.text }]
    const calls = (reply.calls ?? []).map((call, index) => ({
      functionCall: { id: call.id ?? `call_${id}_${index}`, name: call.name, args: call.args },
    }))
    return answer(
      model,
      id,
      reply.finish === 'length' ? 'MAX_TOKENS' : 'STOP',
      [...text, ...calls],
      reply.usage,
    )
  },
  renderRefusal: (id, model) => answer(model, id, 'SAFETY', [], { input: 10, output: 1 }),
  renderError: (status, code, message) => ({ error: { code: status, message, status: code } }),
  contextOverflow: {
    status: 400,
    code: 'INVALID_ARGUMENT',
    message: 'The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).',
  },
}

const answer = (
  model: string,
  id: string,
  finishReason: string,
  parts: unknown[],
  usage: Reply['usage'],
) => ({
  candidates: [{ content: { parts, role: 'model' }, finishReason, index: 0 }],
  ...(usage
    ? {
        usageMetadata: {
          promptTokenCount: usage.input + (usage.cached ?? 0),
          ...(usage.cached === undefined ? {} : { cachedContentTokenCount: usage.cached }),
          candidatesTokenCount: usage.output,
          totalTokenCount: usage.input + (usage.cached ?? 0) + usage.output,
        },
      }
    : {}),
  modelVersion: model,
  responseId: id,
})
