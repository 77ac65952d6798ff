import type { IncomingMessage, ServerResponse } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { createFetchPage } from '../../../../service/network/public-fetch.ts'
import { brave, searxng, tavily } from '../../../../service/search/engines.ts'
import { toReadable } from '../../../../service/search/page-text.ts'
import { createWebSearch, webSearchOn } from '../../../../service/search/web-search.ts'
import type { ToolContext } from '../../../../service/tools/tool.ts'
import { webSearch } from '../../../../service/tools/web-search.ts'
import { useWebServer } from '../../../support/web-server.ts'

let requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
let respond: (request: IncomingMessage, response: ServerResponse, body: string) => void

const server = useWebServer((request, response) => {
  let body = ''
  request.on('data', chunk => {
    body += chunk
  })
  request.on('end', () => {
    requests.push({ method: request.method!, url: request.url!, headers: request.headers, body })
    respond(request, response, body)
  })
})
beforeEach(() => {
  requests = []
})

const json = (response: ServerResponse, value: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}
const html = (response: ServerResponse, markup: string) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(markup)
}

const signal = new AbortController().signal
const fetchLocal = createFetchPage({ allowPrivate: true })
const fetchPublic = createFetchPage({ allowPrivate: false })
const noWait = { wait: async () => {} }

describe('search engines', () => {
  test.each([
    [
      'SearXNG',
      () => searxng(server.url),
      { results: [{ url: 'https://a.example', title: 'A', content: 'about a' }] },
    ],
    [
      'Brave',
      () => brave('key', server.url),
      { web: { results: [{ url: 'https://a.example', title: 'A', description: 'about a' }] } },
    ],
    [
      'Tavily',
      () => tavily('key', server.url),
      { results: [{ url: 'https://a.example', title: 'A', content: 'about a' }] },
    ],
  ])('%s is asked in its own format and answers hits', async (_name, engine, answer) => {
    respond = (_request, response) => json(response, answer)
    const search = webSearchOn(engine(), fetchLocal)
    expect(await search.search('rate of the euro', 5, signal)).toEqual([
      { url: 'https://a.example', title: 'A', snippet: 'about a' },
    ])
    const { url: asked, body, headers } = requests[0]!
    expect(decodeURIComponent(asked.replaceAll('+', ' ')) + body).toContain('rate of the euro')
    if (_name !== 'SearXNG') expect(headers['x-subscription-token'] ?? headers.authorization).toContain('key')
  })

  test('a busy engine is asked again, a refusing one is not', async () => {
    respond = (_request, response) => json(response, { results: [] }, requests.length < 3 ? 429 : 200)
    const search = webSearchOn(tavily('key', server.url), fetchLocal, noWait)
    expect(await search.search('x', 5, signal)).toEqual([])
    expect(requests).toHaveLength(3)
    respond = (_request, response) => json(response, {}, 401)
    await expect(search.search('x', 5, signal)).rejects.toThrow("refuses the service's key")
    expect(requests).toHaveLength(4)
  })

  test('an answer that is none is a failure in words', async () => {
    respond = (_request, response) => json(response, { nonsense: 1 })
    await expect(webSearchOn(searxng(server.url), fetchLocal, noWait).search('x', 5, signal)).rejects.toThrow(
      'could not be read',
    )
  })

  test('without settings there is no search', () => {
    expect(
      createWebSearch({
        searxngUrl: undefined,
        braveApiKey: undefined,
        tavilyApiKey: undefined,
        allowPrivateAddresses: false,
      }),
    ).toBeNull()
  })
})

describe('pages', () => {
  test('private addresses are refused before a byte is sent, by number, name and redirect', async () => {
    respond = (_request, response) => html(response, 'secret')
    for (const address of [
      server.url,
      'http://localhost/',
      'http://127.1/',
      'http://2130706433/',
      'http://[::1]/',
      'http://[::ffff:10.0.0.1]/',
      'http://169.254.169.254/latest/meta-data/',
      'http://10.0.0.1/',
      'http://intranet/',
      'http://service.internal/',
    ]) {
      await expect(fetchPublic(address, signal), address).rejects.toThrow(/private network/)
    }
    expect(requests).toEqual([])
  })

  test.each([
    'file:///etc/passwd',
    'ftp://a.example/',
    'javascript:alert(1)',
    'https://user:pass@a.example/',
    'nonsense',
  ])('%s is not opened', async address => {
    await expect(fetchPublic(address, signal)).rejects.toThrow(/no web address|name or password/)
  })

  test('redirects are followed a few times and no further', async () => {
    respond = (request, response) => {
      if (request.url === '/end') return html(response, '<p>there</p>')
      const hops = Number(request.url!.slice(1))
      response.writeHead(302, { location: hops === 0 ? '/end' : `/${hops - 1}` }).end()
    }
    expect((await fetchLocal(`${server.url}/2`, signal)).body).toContain('there')
    await expect(fetchLocal(`${server.url}/9`, signal)).rejects.toThrow('redirects too often')
  })

  test('a huge page is cut and a slow one given up', async () => {
    respond = (_request, response) => html(response, 'x'.repeat(50_000))
    const limits = { timeoutMilliseconds: 300, maxBytes: 10_000, maxRedirects: 2 }
    const fetchCapped = createFetchPage({ allowPrivate: true, limits })
    expect((await fetchCapped(server.url, signal)).body).toHaveLength(10_000)
    respond = () => {}
    await expect(fetchCapped(server.url, signal)).rejects.toThrow('did not answer in time')
  })

  test('what is no text is not read', async () => {
    respond = (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('png')
    await expect(fetchLocal(server.url, signal)).rejects.toThrow('no readable page')
    respond = (_request, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('gone')
    await expect(fetchLocal(server.url, signal)).rejects.toThrow('answered 404')
  })

  test('scripts and navigation are left out of the text', () => {
    const body =
      '<title>A &amp; B</title><nav>menu</nav><script>evil()</script><h1>Head</h1><p>One <a href="https://x">link</a></p>'
    expect(toReadable({ url: server.url, contentType: 'text/html', body })).toEqual({
      title: 'A & B',
      text: 'Head\n\nOne link',
    })
  })
})

describe('web_search', () => {
  const run = (
    args: unknown,
    search: ToolContext['search'],
    charge: ToolContext['charge'] = async () => 'ok',
  ) => webSearch.run(args as never, { search, signal, charge, spreadsheet: {} } as unknown as ToolContext)

  test('query, number of searches and opened pages are reported, and the search is charged once', async () => {
    const charges: unknown[] = []
    const outcome = await run(
      { query: 'q', open_pages: 2 },
      {
        costNanoDollars: 5n,
        search: async () =>
          ['a', 'b', 'c'].map(name => ({ title: name, url: `https://${name}.example/`, snippet: 's' })),
        read: async address => {
          if (address.includes('b.')) throw new Error('b answered 500.')
          return { url: address, title: 't', text: 'text' }
        },
      },
      async charge => {
        charges.push(charge)
        return 'ok'
      },
    )
    expect(outcome).toMatchObject({
      state: 'succeeded',
      fields: { query: 'q', number_of_searches: 1, sources: ['https://a.example/'] },
    })
    expect(charges).toEqual([{ key: 'search', model: 'web_search', costNanoDollars: 5n }])
  })

  test('without an engine the call names the remedy', async () => {
    expect(await run({ query: 'q' }, null)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('SEARXNG_URL'),
    })
  })
})
