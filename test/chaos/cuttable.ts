/** Stands before a database, so that it can be taken away and given back. */
import { createServer, connect as dial, type Server, type Socket } from 'node:net'

export interface Cuttable {
  /** Where the database is reached through here. */
  url: string
  cut(): void
  restore(): void
  close(): void
}

export async function startCuttable(databaseUrl: string): Promise<Cuttable> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  const server: Server = createServer(socket => {
    socket.on('error', () => {})
    if (isCut) return void socket.destroy()
    const upstream = dial(Number(target.port), target.hostname)
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    socket.pipe(upstream).pipe(socket)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = new URL(databaseUrl)
  url.port = `${(server.address() as { port: number }).port}`
  return {
    url: url.href,
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    restore() {
      isCut = false
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
