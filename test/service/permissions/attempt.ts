/** Lets a model that obeys make its calls with the real tools, on a paper spreadsheet, as a turn would. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { throughGateway } from '../../../service/changes/gateway.ts'
import type { Models } from '../../../service/models/types.ts'
import { type Asked, createPermit, PermissionNeeded } from '../../../service/permissions/permit.ts'
import type { WebSearch } from '../../../service/search/types.ts'
import type { Database } from '../../../service/store/open.ts'
import { createTools } from '../../../service/tools/index.ts'
import { freshDatabase } from '../../support/database.ts'
import { makeAccount } from '../turns/harness.ts'
import { type Paper, type PaperTab, paper } from './paper.ts'

const tools = createTools()

export interface Call {
  tool: string
  args: Record<string, unknown>
}

export interface Attempted {
  asked: Asked | null
  /** What the tools themselves refused. */
  refused: string[]
  /** Whether anything would have left for Google, the web, or the skills. */
  went: boolean
  paper: Paper
}

interface Attempts {
  make(prompt: string, calls: readonly Call[], tabs: readonly PaperTab[]): Promise<Attempted>
}

/** The attempts of a test file, on one database. */
export function useAttempts(): Attempts {
  let database: Database | undefined
  let attempts: Attempts | undefined
  beforeAll(async () => {
    database = await freshDatabase()
    attempts = await attemptsOn(database)
  })
  afterAll(() => database?.close())
  return { make: (...attempt) => attempts!.make(...attempt) }
}

async function attemptsOn(database: Database): Promise<Attempts> {
  const { db } = database
  const caller = await makeAccount(database)
  const agentId = randomUUID()
  await db.query(
    `insert into agents (id, user_id, space_id, key_id, spreadsheet_id, number_of_turns)
     values ($1, $2, $3, $4, 'paper-1', 1)`,
    [agentId, caller.userId, caller.spaceId, caller.keyId],
  )
  let number = 0

  async function newTurn(prompt: string): Promise<string> {
    const id = randomUUID()
    number += 1
    await db.query(
      `insert into turns (id, agent_id, key_id, user_id, space_id, number, status, prompt, sheet_id, sheet_name,
         agent_model, bulk_model, bulk_search_model)
       values ($1, $2, $3, $4, $5, $6, 'succeeded', $7, 0, 'Orders', 'a', 'b', 'c')`,
      [id, agentId, caller.keyId, caller.userId, caller.spaceId, number, prompt],
    )
    return id
  }

  return {
    async make(prompt, calls, tabs) {
      const sheet = paper(tabs)
      const first = tabs[0]!
      const id = await newTurn(prompt)
      const opened: string[] = []
      const place = { sheetId: first.sheetId, sheetName: first.title }
      const turn = { id, agentId, spaceId: caller.spaceId, userId: caller.userId, prompt, ...place }
      const result: Attempted = { asked: null, refused: [], went: false, paper: sheet }
      for (const { tool: name, args } of calls) {
        const tool = tools.find(candidate => candidate.name === name)!
        const toolCallId = randomUUID()
        const permit = createPermit({
          db,
          turn: { id, spreadsheetId: 'paper-1', mode: 'act', words: prompt, ...place },
          call: { id: toolCallId, tool: name, args },
        })
        const spreadsheet = throughGateway(sheet.spreadsheet, {
          permit: effect => permit.write(effect.write, effect.spreadsheet),
          fence: async () => {},
          recorder: null,
        })
        try {
          const outcome = await tool.run(args, {
            spreadsheet,
            turn: {
              ...turn,
              takesPictures: true,
              bulkModel: 'managed:bulk:test/m',
              bulkSearchModel: 'managed:search:test/m',
            },
            toolCallId,
            signal: new AbortController().signal,
            permit: effect => permit.other(effect),
            progress: () => {},
            charge: async () => 'ok',
            models: {} as Models,
            search: searchThatNotes(opened),
            db,
            now: () => new Date('2026-11-21T12:00:00Z'),
            newId: randomUUID,
          })
          if (outcome.state === 'failed') result.refused.push(outcome.message)
          else if (name === 'create_skill') result.went = true
        } catch (error) {
          if (!(error instanceof PermissionNeeded)) throw error
          result.asked = error.asked
          break
        }
      }
      result.went ||= sheet.sent.requests.length + sheet.sent.values.length + opened.length > 0
      return result
    },
  }
}

const searchThatNotes = (opened: string[]): WebSearch => ({
  costNanoDollars: 0n,
  search: async () => [],
  async read(url) {
    opened.push(url)
    return { url, title: 'Page', text: 'Text' }
  },
})
