#!/usr/bin/env node
/** rowhand-mcp: the MCP server over standard input and output. ROWHAND_URL and ROWHAND_API_KEY say whose sheets. */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createClient } from './client.ts'
import { createMcpServer } from './mcp-tools.ts'
import { readSettings } from './settings.ts'

const VERSION = '0.2.0'

const settings = readSettings(process.env, process.cwd())
if (typeof settings === 'string') {
  process.stderr.write(`rowhand-mcp: ${settings}\n`)
  process.exit(2)
}
const client = createClient(settings)
serveStdio(() => createMcpServer(client, VERSION))
