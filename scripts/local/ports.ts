/** Ports for servers that must be told theirs before they start. */
import { createServer } from 'node:net'

/** `count` different ports that were free a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(Array.from({ length: count }, open))
  const ports = probes.map(probe => (probe.address() as { port: number }).port)
  await Promise.all(probes.map(probe => new Promise(done => probe.close(done))))
  return ports
}

function open(): Promise<ReturnType<typeof createServer>> {
  return new Promise((opened, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => opened(probe))
  })
}
