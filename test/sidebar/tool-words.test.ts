/** Tool calls, numbers and counts in words. */
import { describe, expect, it } from 'vitest'
import { tools } from '../../service/tools/index.ts'
import { USE_TOOL } from '../../service/tools/more-tools.ts'
import { placeOf } from '../../sidebar/conversation/calls.ts'
import type { Change } from '../../sidebar/conversation/changes.ts'
import { parseEntry } from '../../sidebar/conversation/entries.ts'
import { formatDollars, formatSeconds, t, textOf, useLanguage } from '../../sidebar/words/texts.ts'
import { detailsOf, extentOf, foldedSentence, sentenceOf, timeLeft } from '../../sidebar/words/tool-words.ts'

describe('a tool call in words', () => {
  const call = (over: object) => {
    const entry = parseEntry({ type: 'tool_call', tool_call_id: 'c', turn_id: 't', ...over }, 0)
    if (entry.type !== 'tool') throw new Error('Not a tool call.')
    return entry
  }

  it.each([
    [{ tool: 'write_range', status: 'succeeded', cells: 120 }, 'Wrote 120 cells'],
    [{ tool: 'write_range', status: 'succeeded', cells: 1 }, 'Wrote 1 cell'],
    [{ tool: 'write_range', status: 'running' }, 'Writing'],
    [
      { tool: 'read_range', status: 'completed', read: { sheets: 1, rows: 2, columns: 3, cells: 6 } },
      'Read 6 cells',
    ],
    [{ tool: 'juggle_cells', status: 'succeeded' }, 'Ran juggle cells'],
    [{ tool: 'juggle_cells', status: 'error' }, 'juggle cells failed'],
    [{ tool: 'clean_range', status: 'cancelled' }, 'Stopped: Cleaning'],
    [{ tool: 'format_range', status: 'dreaming' }, 'Formatting (dreaming)'],
    [{ tool: 'edit_structure', status: 'succeeded', range: '5:8', sheet_name: 'A' }, 'Changed rows'],
    [{ tool: 'edit_structure', status: 'succeeded', range: 'C:D', sheet_name: 'A' }, 'Changed columns'],
    [{ tool: 'edit_structure', status: 'succeeded', sheet_name: 'Calc' }, 'Changed the tab Calc'],
    [
      { tool: 'edit_structure', status: 'failed', message: 'Needs your permission: Delete the tab Calc' },
      'Asked you first',
    ],
    [
      { tool: 'edit_structure', status: 'failed', message: 'There is no tab Calc. Nothing was changed.' },
      'Could not change the structure',
    ],
  ])('%j is "%s"', (entry, words) => {
    expect(sentenceOf(call(entry))).toBe(words)
  })

  const change = (over: Partial<Change>): Change => ({
    id: '1',
    callId: 'c',
    tool: 'edit_structure',
    kind: 'tab',
    sheetId: 0,
    sheetName: 'Calc',
    range: null,
    cells: 0,
    description: 'Deleted the tab Calc',
    undoState: 'none',
    undoNote: null,
    samples: null,
    isCut: false,
    ...over,
  })

  it("says what was changed in the service's words where the tool's name tells little", () => {
    const structure = call({ tool: 'edit_structure', status: 'succeeded', sheet_name: 'Calc' })
    expect(sentenceOf(structure, [change({})])).toBe('Deleted the tab Calc')
    expect(sentenceOf(structure, [change({}), change({})])).toBe('Changed the tab Calc')
    const write = call({ tool: 'write_range', status: 'succeeded', cells: 3 })
    expect(sentenceOf(write, [change({ kind: 'values', description: 'Wrote D2:D4' })])).toBe('Wrote 3 cells')
  })

  it.each([
    ['Formatted 53 ranges', 53, { tool: 'format_range' }],
    ['Wrote 12 cells in 4 ranges', 4, { tool: 'write_range', cells: 3 }],
    ['Looked at 3 places', 3, { tool: 'read_range' }],
    ['Ran juggle cells, 5 times', 5, { tool: 'juggle_cells' }],
  ])('a run of like calls is "%s"', (words, count, entry) => {
    const calls = Array.from({ length: count }, () => call({ status: 'succeeded', ...entry }))
    expect(foldedSentence(calls)).toBe(words)
  })

  it('knows where a click leads', () => {
    expect(placeOf(call({ range: 'C2:C9', sheet_name: 'Leads' }))).toEqual({
      sheetName: 'Leads',
      range: 'C2:C9',
    })
    expect(placeOf(call({ updated_range: 'Leads!D2:D9' }))).toEqual({ sheetName: null, range: 'D2:D9' })
    expect(
      placeOf(call({ source_range: 'A1', target_range: 'B1', target_sheet: 'Two', sheet_name: 'One' })),
    ).toEqual({ sheetName: 'Two', range: 'B1' })
    expect(placeOf(call({}))).toBeNull()
  })

  it.each([
    ['nothing', 'that only read', [{ tool: 'read_range', status: 'succeeded' }]],
    ['nothing', 'whose writing failed', [{ tool: 'write_range', status: 'failed' }]],
    ['maybe', 'cut off while it wrote', [{ tool: 'write_range', status: 'cancelled' }]],
    [
      'maybe',
      'whose rows failed in part',
      [{ tool: 'bulk_prompt', status: 'failed', rows: { processed: 3, errors: 1, total: 4 } }],
    ],
    [
      'partly',
      'that wrote, then was cut off',
      [
        { tool: 'write_range', status: 'succeeded' },
        { tool: 'format_range', status: 'cancelled' },
      ],
    ],
  ])('says that %s changed in a turn %s', (change, _, calls) => {
    const prompt = parseEntry({ type: 'user_message', content: 'Go' }, 0)
    expect(extentOf([prompt, ...calls.map(call)])).toBe(change)
  })

  it('shows sources as links and unknown fields plainly', () => {
    const details = detailsOf(call({ status: 'succeeded', sources: ['https://a.example/'], wind_force: 3 }))
    expect(details).toEqual([
      { label: 'Sources', text: '', links: ['https://a.example/'] },
      { label: 'wind force', text: '3' },
    ])
  })

  it('estimates the rest from the pace until now, and not too early', () => {
    expect(timeLeft({ processed: 50, errors: 0, total: 100 }, 60_000)).toBe('about 60 s left')
    expect(timeLeft({ processed: 10, errors: 10, total: 100 }, 60_000)).toBe('about 4 min left')
    expect(timeLeft({ processed: 1, errors: 0, total: 100 }, 60_000)).toBeNull()
    expect(timeLeft({ processed: 50, errors: 0, total: null }, 60_000)).toBeNull()
  })
})

describe('words and numbers', () => {
  it.each([
    [0, '$0.00'],
    [12_400_000_000, '$12.40'],
    [123_456_789, '$0.124'],
    [999_999_999, '$1.00'],
    [83_000_000, '$0.083'],
    [4_210_000, '$0.0043'],
    [1_000, '$0.000001'],
  ])('%i nano-dollars are %s', (nano, words) => {
    expect(formatDollars(nano)).toBe(words)
  })

  it('durations are short', () => {
    expect([formatSeconds(430), formatSeconds(12_300), formatSeconds(125_000)]).toEqual([
      '0.4 s',
      '12 s',
      '2:05 min',
    ])
  })

  it('count in the language of the person, and fall back to English where a text is missing', () => {
    useLanguage('de', { 'conversations.turns': '{n} Runde || {n} Runden' })
    expect([t('conversations.turns', { n: 1 }), t('conversations.turns', { n: 1_200 })]).toEqual([
      '1 Runde',
      '1.200 Runden',
    ])
    expect(t('composer.send')).toBe('Send')
    useLanguage('en', null)
  })
})

describe('every tool of the service', () => {
  it.each(tools.filter(({ name }) => name !== USE_TOOL).map(({ name }) => name))(
    '%s has words of its own while it runs, when it is done and when it failed',
    name => {
      expect(String(textOf(`tool.${name}`)).split('|')).toHaveLength(3)
    },
  )
})
