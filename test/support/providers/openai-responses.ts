/** OpenAI's responses interface. */
import { asText, list, type Reply, textsOf, type WireFormat } from './neutral.ts'

export const openaiResponses: WireFormat = {
  readRequest(_path, body) {
    const input = list(body.input)
    const isSystem = (role: unknown) => role === 'system' || role === 'developer'
    const systemTexts = input.filter(({ role }) => isSystem(role)).flatMap(({ content }) => textsOf(content))
    return {
      instructions: [
        ...(typeof body.instructions === 'string' ? [body.instructions] : []),
        ...systemTexts,
      ].join('\n'),
      texts: input
        .filter(({ role }) => role === 'user' || role === 'assistant')
        .flatMap(({ content }) => textsOf(content)),
      toolNames: list(body.tools).map(({ name }) => asText(name)),
      toolResults: input
        .filter(({ type }) => type === 'function_call_output')
        .map(({ call_id, output }) => ({ id: asText(call_id), output: textsOf(output).join('') })),
      wantsJson:
        (body.text as { format?: { type?: string } } | undefined)?.format?.type?.startsWith('json') ?? false,
    }
  },
  renderReply(reply, id, model) {
    const text =
      reply.text === undefined
        ? []
        : [message(id, { type: 'output_text', text: reply.text, annotations: [] })]
    const calls = (reply.calls ?? []).map((call, index) => ({
      type: 'function_call',
      id: `fc_${id}_${index}`,
      call_id: call.id ?? `call_${id}_${index}`,
      name: call.name,
      arguments: call.rawArgs ?? JSON.stringify(call.args),
      status: 'completed',
    }))
    return response(id, model, [...text, ...calls], reply)
  },
  renderRefusal: (id, model) =>
    response(id, model, [message(id, { type: 'refusal', refusal: "I can't help with that." })], {
      usage: { input: 10, output: 1 },
    }),
  renderError: (_status, code, message) => ({
    error: { message, type: 'invalid_request_error', param: null, code },
  }),
  contextOverflow: {
    status: 400,
    code: 'context_length_exceeded',
    message: 'Your input exceeds the context window of this model.',
  },
}

const message = (id: string, part: unknown) => ({
  type: 'message',
  id: `msg_${id}`,
  role: 'assistant',
  status: 'completed',
  content: [part],
})

function response(id: string, model: string, output: unknown[], { usage, finish }: Reply): unknown {
  const wasCut = finish === 'length'
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: 1_790_000_000,
    model,
    status: wasCut ? 'incomplete' : 'completed',
    incomplete_details: wasCut ? { reason: 'max_output_tokens' } : null,
    output,
    ...(usage
      ? {
          usage: {
            input_tokens: usage.input + (usage.cached ?? 0),
            input_tokens_details: { cached_tokens: usage.cached ?? 0 },
            output_tokens: usage.output,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: usage.input + (usage.cached ?? 0) + usage.output,
          },
        }
      : {}),
  }
}
