/** The prompt box, suggestions, and where a tab is copied to. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { SheetContext } from '../../contract/rpc.ts'
import { sleep } from '../../sidebar/host/host.ts'
import { createComposer } from '../../sidebar/state/composer.ts'
import { isDestination } from '../../sidebar/state/destination.ts'
import { suggestionsFor } from '../../sidebar/words/suggestions.ts'
import { FakeClock } from './clock.ts'

describe('the prompt box', () => {
  const place: SheetContext = {
    spreadsheetId: 'S',
    spreadsheetName: 'N',
    tab: { sheetId: 0, name: 'My leads' },
    selection: 'B2:B9',
    selectedCells: 8,
    headers: [],
    samples: [],
  }
  let saved: string[]
  let saveMs: number
  let clock: FakeClock
  let composer: ReturnType<typeof createComposer>

  beforeEach(() => {
    saved = []
    saveMs = 0
    clock = new FakeClock()
    composer = createComposer(
      {
        saveDraft: async text => {
          saved.push(text)
          await sleep(clock, saveMs)
          return { ok: true, value: null }
        },
      },
      clock,
    )
  })

  it('walks through earlier prompts and comes back to the draft', () => {
    composer.load('draft', ['one', 'two'])
    expect(composer.recall('earlier')).toBe(true)
    expect(composer.text.value).toBe('two')
    composer.recall('earlier')
    expect(composer.recall('earlier'), 'there is none before the first').toBe(false)
    expect(composer.text.value).toBe('one')
    composer.recall('later')
    composer.recall('later')
    expect(composer.text.value).toBe('draft')
    expect(composer.recall('later')).toBe(false)
  })

  it('saves a draft once typing pauses, not at each letter', async () => {
    for (const text of ['a', 'ab', 'abc']) composer.write(text)
    await clock.pass(5_000)
    expect(saved).toEqual(['abc'])
  })

  it('saves the draft at once when the sidebar goes away, and only once', async () => {
    composer.write('Half a thou')
    composer.flush()
    expect(saved).toEqual(['Half a thou'])
    await clock.pass(5_000)
    expect(saved).toHaveLength(1)
  })

  it('saves half a second after the last letter', async () => {
    composer.write('Half a thou')
    await clock.pass(500)
    expect(saved).toEqual(['Half a thou'])
  })

  it('saves no draft while an earlier one is on its way, then the newest', async () => {
    saveMs = 3_000
    composer.write('a')
    await clock.pass(1_000)
    composer.write('ab')
    await clock.pass(1_000)
    composer.write('abc')
    expect(saved).toEqual(['a'])
    await clock.pass(5_000)
    expect(saved).toEqual(['a', 'abc'])
  })

  it('attaches the selection in words, once', () => {
    composer.write('make it title case')
    composer.attach(place)
    composer.attach(place)
    expect(composer.text.value).toBe("In 'My leads'!B2:B9: make it title case")
  })
})

describe('where a tab is copied to', () => {
  const id = '1ZyXwVuTsRqPoNmLkJiHgFeDcBa9876543210zyxwvut'
  it.each([
    id,
    `https://docs.google.com/spreadsheets/d/${id}/edit#gid=0`,
    `docs.google.com/spreadsheets/u/1/d/${id}`,
    'http://127.0.0.1:8788/spreadsheets/d/other/edit',
  ])('can be %s', text => {
    expect(isDestination(text)).toBe(true)
  })

  it.each(['', 'hello', 'my other budget', 'https://example.com/', `${id} ${id}`])('cannot be "%s"', text => {
    expect(isDestination(text)).toBe(false)
  })
})

describe('suggestions', () => {
  const context = (headers: string[], samples: string[]): SheetContext => ({
    spreadsheetId: 'S',
    spreadsheetName: 'N',
    tab: { sheetId: 0, name: 'Orders' },
    selection: null,
    selectedCells: 0,
    headers,
    samples,
  })

  it('are made from the headers in four groups', () => {
    const groups = suggestionsFor(
      context(
        ['Order', 'Date', 'Customer', 'Email', 'Qty', 'Price'],
        ['1001', '2026-03-01', 'Blue Door', 'a@b.example', '12', '$14.50'],
      ),
    )
    expect(groups.enrich[0]).toBe('Add a column Total that is Qty times Price')
    expect(groups.clean).toContain('Remove duplicate rows by Email')
    expect(groups.analyse[0]).toBe('Sum of Price by Customer in a new table')
    expect(groups.format).toContain('Format Date as date')
  })

  it('take rows for duplicates by their email or as a whole, never by a date', () => {
    const { clean } = suggestionsFor(context(['Date', 'Region', 'Qty'], ['2026-03-01', 'East', '12']))
    expect(clean).toContain('Remove duplicate rows')
    expect(clean.join()).not.toContain('by Date')
  })

  it('leave out what only a language model can do where there is none', () => {
    const sheet = context(['Customer', 'Comment'], ['Blue Door', 'It arrived late, but it works.'])
    expect(suggestionsFor(sheet).enrich).toHaveLength(2)
    expect(suggestionsFor(sheet, false).enrich).toEqual([])
  })

  it('are there for an empty sheet and for none', () => {
    for (const groups of [suggestionsFor(context([], [])), suggestionsFor(null)]) {
      expect(Object.values(groups).every(list => list.length > 0)).toBe(true)
    }
  })
})
