/** Anthropic's messages. */
import { asText, list, type Reply, textsOf, type WireFormat } from './neutral.ts'

export const anthropic: WireFormat = {
  readRequest(_path, body) {
    const parts = list(body.messages).flatMap(({ content }) =>
      typeof content === 'string' ? [{ type: 'text', text: content }] : list(content),
    )
    return {
      instructions: textsOf(body.system).join('\n'),
      texts: parts.filter(({ type }) => type === 'text').map(({ text }) => asText(text)),
      toolNames: list(body.tools).map(({ name }) => asText(name)),
      toolResults: parts
        .filter(({ type }) => type === 'tool_result')
        .map(({ tool_use_id, content }) => ({ id: asText(tool_use_id), output: textsOf(content).join('') })),
      wantsJson: body.output_config !== undefined || list(body.tools).some(({ name }) => name === 'json'),
    }
  },
  renderReply(reply, id, model) {
    const text = reply.text === undefined ? [] : [{ type: 'text', text: reply.text }]
    const calls = (reply.calls ?? []).map((call, index) => ({
      type: 'tool_use',
      id: call.id ?? `toolu_${id}_${index}`,
      name: call.name,
      input: call.rawArgs ?? call.args,
    }))
    const stop = reply.finish === 'length' ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn'
    return answer(id, model, stop, [...text, ...calls], reply.usage)
  },
  renderRefusal: (id, model) => answer(id, model, 'refusal', [], { input: 10, output: 1 }),
  renderError: (_status, code, message) => ({ type: 'error', error: { type: code, message } }),
  contextOverflow: {
    status: 400,
    code: 'invalid_request_error',
    message: 'prompt is too long: 210000 tokens > 200000 maximum',
  },
}

const answer = (
  id: string,
  model: string,
  stopReason: string,
  content: unknown[],
  usage: Reply['usage'],
) => ({
  type: 'message',
  id: `msg_${id}`,
  model,
  role: 'assistant',
  content,
  stop_reason: stopReason,
  stop_sequence: null,
  // Anthropic always sends usage; its format has no answer without.
  usage: {
    input_tokens: usage?.input ?? 0,
    output_tokens: usage?.output ?? 0,
    cache_read_input_tokens: usage?.cached ?? 0,
    cache_creation_input_tokens: 0,
  },
})
