/**
 * What the emulator's parts owe one another. `emulator/start.ts` makes the first and calls the rest.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Hono } from 'hono'
import type { Library } from './sheets/workbook/library.ts'

/** Handed in through the environment by the start script; see the agreed facts of ROWHAND_DEMO. */
export interface Demo {
  email: string
  refresh_token: string
  sheets_token: string
  api_key: string
  spreadsheet_id: string
}

export interface EmulatorUser {
  email: string
  name: string
}

export interface EmulatorDeps {
  library: Library
  /** The emulator's data folder; each part keeps its files in its own folder or file there. */
  dataDir: string
  /** The built add-on: addon.js, sidebar.html, appsscript.json. */
  addonDir: string | undefined
  demo: Demo | undefined
  /** Who can sign in to this local Google. The first is the user of the page. */
  users: EmulatorUser[]
  /** The emulator's own address without a slash at the end; known once it listens. */
  url(): string
  /** Milliseconds, as Date.now. */
  now(): number
  /** The most that a page may send at once; left out, as much as a text can hold. */
  longestMessageBytes?: number
}

/** `emulator/page/server.ts` exports `pageRoutes: PageRoutesFactory`. */
export type PageRoutesFactory = (deps: EmulatorDeps) => PageRoutes | Promise<PageRoutes>

export interface PageRoutes {
  app: Hono
  /** Takes over a websocket and returns true, or leaves the socket alone and returns false. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): boolean
  close(): void | Promise<void>
}
