import { describe, expect, it } from 'vitest'
import { type Addon, agentBody, bootOf, codeOf, KEY, take } from './google.ts'
import { addon, built, google, useAddon } from './use-addon.ts'

useAddon()

const verified = {
  valid: true,
  user: { email: 'mira@example.com' },
  space: { id: 's', name: 'Harbour Coffee' },
  google_connected: true,
  webhook_secret: 'whsec',
}

describe('connecting', () => {
  it('checks the key with the service before keeping it', () => {
    google.answer = () => ({ status: 200, body: verified })
    expect(take(addon.connect(`  ${KEY}\n`))).toEqual({
      email: 'mira@example.com',
      spaceName: 'Harbour Coffee',
      googleConnected: true,
      keyEnding: KEY.slice(-4),
    })
    expect(google.lastRequest().headers['X-API-Key']).toBe(KEY)
    expect(google.user.get('ROWHAND_API_KEY')).toBe(KEY)
  })

  it.each(['', 'hello', 'sk_rowhand_short', `${KEY}x`])('refuses "%s" without asking the service', key => {
    expect(codeOf(addon.connect(key))).toBe('MALFORMED_KEY')
    expect(google.fetches).toBe(0)
  })

  it('keeps no key that the service refuses', () => {
    google.answer = () => ({ status: 401, body: { error: { code: 'UNAUTHORIZED', message: 'No.' } } })
    expect(codeOf(addon.connect(KEY))).toBe('UNAUTHORIZED')
    google.answer = () => ({ status: 200, body: { valid: false } })
    expect(codeOf(addon.connect(KEY))).toBe('UNAUTHORIZED')
    expect(google.user.has('ROWHAND_API_KEY')).toBe(false)
  })

  it('forgets the key and the conversations on disconnecting, and keeps what is the person’s own', () => {
    google.user.set('ROWHAND_API_KEY', KEY)
    google.answer = () => ({ status: 201, body: agentBody() })
    addon.startTurn({ startId: '1', prompt: 'Sort', agentId: null, models: {} })
    addon.savePrompts(['mine'])
    addon.disconnect()
    expect(bootOf(addon)).toMatchObject({
      hasKey: false,
      account: null,
      agentId: null,
      conversations: [],
      savedPrompts: ['mine'],
    })
  })

  it('needs a key to check it', () => {
    expect(codeOf(addon.checkKey())).toBe('NO_KEY')
  })
})

describe('the key', () => {
  it('is in no answer of any function that the page can call', () => {
    google.user.set('ROWHAND_API_KEY', KEY)
    google.answer = () => ({ status: 200, body: { ...verified, ...agentBody({ status: 'idle' }) } })
    const answers = built.exports.map(name => {
      const call = addon[name as keyof Addon] as (...args: unknown[]) => unknown
      try {
        return JSON.stringify(call({ agentId: 'a', prompt: 'p', models: {} }, 'A1') ?? null)
      } catch (error) {
        return String(error)
      }
    })
    expect(answers).toHaveLength(built.exports.length)
    expect(answers.filter(answer => answer.includes(KEY))).toEqual([])
  })
})

describe('what is remembered', () => {
  it('opens without asking the service', () => {
    google.user.set('ROWHAND_API_KEY', KEY)
    expect(bootOf(addon)).toMatchObject({ hasKey: true, account: null, agentId: null, draft: '' })
    expect(google.fetches).toBe(0)
  })

  it('belongs to one spreadsheet', () => {
    addon.saveDraft('for one')
    google.spreadsheetId = 'OTHER'
    expect(bootOf(addon).draft).toBe('')
    google.spreadsheetId = 'SPREADSHEET'
    expect(bootOf(addon).draft).toBe('for one')
  })

  it('is forgotten for the spreadsheets that were not used for longest', () => {
    for (let number = 1; number <= 45; number += 1) {
      google.spreadsheetId = `S${number}`
      addon.saveDraft(`draft ${number}`)
    }
    const kept = [...google.user.keys()].filter(key => key.startsWith('draft:'))
    expect(kept).toHaveLength(40)
    expect(kept).not.toContain('draft:S5')
    expect(kept).toContain('draft:S6')
  })

  it('fits Google’s 9 KB however much there is of it', () => {
    google.user.set('ROWHAND_API_KEY', KEY)
    addon.saveDraft('日本語'.repeat(10_000))
    expect(bootOf(addon).draft.startsWith('日本語')).toBe(true)
    for (let number = 1; number <= 40; number += 1) {
      google.answer = () => ({ status: 201, body: agentBody({ id: `agent-${number}` }) })
      const prompt = `${number} ${'請'.repeat(3_000)}`
      expect(codeOf(addon.startTurn({ startId: `s${number}`, prompt, agentId: null, models: {} }))).toBe(
        'none',
      )
    }
    const { conversations, history } = bootOf(addon)
    expect(conversations[0]?.agentId).toBe('agent-40')
    expect(conversations.length).toBeLessThanOrEqual(25)
    expect(history.at(-1)?.startsWith('40 ')).toBe(true)
  })

  it('says so when saved prompts no longer fit', () => {
    expect(codeOf(addon.savePrompts(['x'.repeat(10_000)]))).toBe('TOO_MUCH_TO_SAVE')
  })

  it('survives values that an older version wrote', () => {
    google.user.set('sheet:SPREADSHEET', 'not json')
    google.user.set('ROWHAND_HISTORY', '')
    expect(bootOf(addon)).toMatchObject({ agentId: null, conversations: [], history: [] })
  })

  it('lists conversations, opens another, forgets one', () => {
    google.user.set('ROWHAND_API_KEY', KEY)
    for (const id of ['one', 'two']) {
      google.answer = () => ({ status: 201, body: agentBody({ id }) })
      addon.startTurn({ startId: id, prompt: id, agentId: null, models: {} })
    }
    addon.chooseConversation('one')
    expect(bootOf(addon).agentId).toBe('one')
    expect(take(addon.forgetConversation('one')).map(({ agentId }) => agentId)).toEqual(['two'])
    expect(bootOf(addon).agentId).toBeNull()
  })

  it('asks for the models once and again only when told to', () => {
    google.user.set('ROWHAND_API_KEY', KEY)
    google.answer = () => ({ status: 200, body: { models: {} } })
    addon.readModels(false)
    addon.readModels(false)
    expect(google.fetches).toBe(1)
    addon.readModels(true)
    expect(google.fetches).toBe(2)
  })

  it('keeps the default models', () => {
    addon.saveDefaultModels({ bulk_model: 'b' })
    expect(bootOf(addon).defaultModels).toEqual({ bulk_model: 'b' })
  })

  it('brings the page its texts in languages that exist', () => {
    expect(bootOf(addon).texts).toBeNull()
    google.locale = 'de_AT'
    expect(bootOf(addon).texts?.['composer.send']).toBe('Senden')
    google.locale = 'xx'
    expect(bootOf(addon).texts).toBeNull()
  })
})

describe('the sheet', () => {
  it('is told by tab, selection and headers', () => {
    expect(take(addon.readContext())).toEqual({
      spreadsheetId: 'SPREADSHEET',
      spreadsheetName: 'Orders 2026',
      tab: { sheetId: 0, name: 'Orders' },
      tabs: google.sheets.map(({ id, name }) => ({ sheetId: id, name })),
      selection: 'B2:C3',
      selectedCells: 4,
      headers: ['Customer', 'Qty', 'Price'],
      samples: ['Blue Door', '12', '$14.50'],
    })
    expect(google.counts.readCells).toBe(1)
  })

  it('finds the headers below a title', () => {
    google.sheets[0]?.values.unshift(['Orders of March', '', ''], ['', '', ''])
    expect(take(addon.readContext()).headers).toEqual(['Customer', 'Qty', 'Price'])
  })

  it('may be empty and without a selection', () => {
    google.activeSheet = 1
    google.selection = null
    expect(take(addon.readContext())).toMatchObject({ headers: [], selection: null, selectedCells: 0 })
  })

  it('selects a range on its tab', () => {
    expect(codeOf(addon.selectRange("Mira's tab", 'C2:C9'))).toBe('none')
    expect(google.activated).toEqual(["Mira's tab!C2:C9"])
    expect(google.activeSheet).toBe(1)
  })

  it('says which of tab and range is gone', () => {
    expect(codeOf(addon.selectRange('Gone', 'A1'))).toBe('TAB_NOT_FOUND')
    expect(codeOf(addon.selectRange('Orders', 'nonsense'))).toBe('RANGE_NOT_FOUND')
  })

  it('copies the tab to an address and links the copy', () => {
    google.user.set('ROWHAND_API_KEY', KEY)
    google.answer = () => ({
      status: 200,
      body: { destination_spreadsheet_id: 'OTHER', sheet_id: 4, title: 'Copy of Orders' },
    })
    const copied = take(addon.copyTab(' https://docs.google.com/spreadsheets/d/OTHER/edit '))
    expect(google.lastBody().destination_spreadsheet_id).toBe(
      'https://docs.google.com/spreadsheets/d/OTHER/edit',
    )
    expect(copied.url).toBe('https://docs.google.com/spreadsheets/d/OTHER/edit#gid=4')
  })
})
