/**
 * fetch with a limit on what an answer may hold, counted as it comes out of its compression: a small one can
 * be made to fill the memory.
 */

/** Shaped as fetch's own failures are: the connection was given up. */
export class TooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`the answer is larger than ${maxBytes} bytes`)
    this.name = 'TooLargeError'
  }
}

export function limitedFetch(fetch: typeof globalThis.fetch, maxBytes: number): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.body === null) return response
    let bytes = 0
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength
          if (bytes > maxBytes) controller.error(new TooLargeError(maxBytes))
          else controller.enqueue(chunk)
        },
      }),
    )
    const { status, statusText, headers } = response
    const limited = new Response(counted, { status, statusText, headers })
    Object.defineProperty(limited, 'url', { value: response.url })
    return limited
  }
}
