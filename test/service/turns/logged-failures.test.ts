/** What the log says of calls that did not work in a turn that did: a word for why, never a text. */
import { expect, it } from 'vitest'
import { z } from 'zod'
import { type Facts, silentLog } from '../../../service/log.ts'
import { SheetsError } from '../../../service/sheets/errors.ts'
import { Refusal } from '../../../service/tools/support/refusal.ts'
import { spreadsheetTool } from '../../../service/tools/support/spreadsheet-tool.ts'
import { onBothDatabases } from './databases.ts'
import { says } from './scripted.ts'

const lines: { event: string; facts: Facts }[] = []
const log = { ...silentLog, warn: (event: string, facts: Facts = {}) => void lines.push({ event, facts }) }
const failuresOf = (turnId: string) =>
  lines.filter(({ event, facts }) => event === 'tool call failed' && facts.turn_id === turnId)

const refusing = spreadsheetTool({
  name: 'refusing',
  description: 'Is refused in the way it is told.',
  args: z.object({ by: z.enum(['google', 'rule', 'gone', 'nobody']) }),
  fields: () => ({}),
  async run({ by }) {
    if (by === 'google') throw new SheetsError('BAD_REQUEST', 'Invalid value at secret-cell')
    if (by === 'gone') throw new SheetsError('SPREADSHEET_NOT_FOUND', 'secret-cell is gone')
    if (by === 'rule') throw new Refusal('secret-cell is not empty. Nothing was changed.')
    return { state: 'succeeded', output: {} }
  },
})

onBothDatabases(
  'the log of failed calls',
  harness => {
    it('names each call that was refused in a turn that succeeded, by a code and without its text', async () => {
      const { agent, turnId } = await harness().start(step =>
        step === 0
          ? says('', [
              { name: 'refusing', args: { by: 'nobody' } },
              { name: 'refusing', args: { by: 'google' } },
            ])
          : step === 1
            ? says('', [{ name: 'refusing', args: { by: 'rule' } }])
            : step === 2
              ? says('', [{ name: 'refusing', args: { by: 'secret-cell' } }, { name: 'secret-cell' }])
              : says('Done.'),
      )
      expect(await harness().idle(agent.id)).toMatchObject({ error_code: null })
      const ids = { agent_id: agent.id, turn_id: turnId }
      expect(failuresOf(turnId).map(({ facts }) => facts)).toEqual([
        { ...ids, tool: 'refusing', code: 'BAD_REQUEST' },
        { ...ids, tool: 'refusing', code: 'REFUSED' },
        { ...ids, tool: 'refusing', code: 'BAD_ARGUMENTS' },
        { ...ids, tool: undefined, code: 'BAD_ARGUMENTS' },
      ])
      expect(JSON.stringify(lines)).not.toContain('secret-cell')
    })

    it('gives the code of the turn to the call that ended it', async () => {
      const { agent, turnId } = await harness().start(() =>
        says('', [{ name: 'refusing', args: { by: 'gone' } }]),
      )
      expect(await harness().idle(agent.id)).toMatchObject({ error_code: 'SPREADSHEET_NOT_FOUND' })
      expect(failuresOf(turnId)).toMatchObject([{ facts: { code: 'SPREADSHEET_NOT_FOUND' } }])
    })
  },
  { tools: [refusing], log },
)
