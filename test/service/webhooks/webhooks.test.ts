import { createHmac, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { webhookPayload } from '../../../contract/index.ts'
import { replaceWebhookSecret, signingSecretsOf } from '../../../service/accounts/key-rotation.ts'
import { setWebhookSecret } from '../../../service/accounts/keys.ts'
import { silentLog } from '../../../service/log.ts'
import type { Database } from '../../../service/store/open.ts'
import type { EndedTurn } from '../../../service/turns/ports.ts'
import { whyNotWebhookUrl } from '../../../service/webhooks/address.ts'
import { claimWebhooks, enqueueWebhook } from '../../../service/webhooks/queue.ts'
import { createWebhooks, type Webhooks } from '../../../service/webhooks/webhooks.ts'
import { freshDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'
import { useWebServer } from '../../support/web-server.ts'
import { type Account, makeAccount, sealing } from '../accounts/make-account.ts'

interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

let database: Database
let account: Account
let received: Received[] = []
const running: Webhooks[] = []
const unanswered: ServerResponse[] = []
const receiver = useWebServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  received.push({ path: request.url ?? '', headers: request.headers, body })
  if (request.url === '/hang') unanswered.push(response)
  else if (request.url === '/redirect')
    response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end()
  else response.writeHead(request.url === '/refuse' ? 500 : 204).end()
})

beforeAll(async () => {
  database = await freshDatabase()
  account = await makeAccount(database.db)
})
afterEach(async () => {
  for (const webhooks of running.splice(0)) await webhooks.stop()
  received = []
})
afterAll(() => database.close())

function webhooks(options: { allowPrivate?: boolean } = {}): Webhooks {
  const made = createWebhooks({
    db: database.db,
    listen: database.listen,
    secretsOf: keyId => signingSecretsOf(database.db, sealing, keyId, new Date()),
    log: silentLog,
    allowPrivate: options.allowPrivate ?? true,
    version: '0.0.0',
  })
  running.push(made)
  return made
}

const ended = (turn: Partial<EndedTurn> = {}): EndedTurn => ({
  turnId: randomUUID(),
  agentId: randomUUID(),
  userId: account.userId,
  spaceId: account.spaceId,
  keyId: account.keyId,
  status: 'succeeded',
  errorCode: null,
  errorMessage: null,
  usageNanoDollars: 1_250_000n,
  webhookUrl: `${receiver.url}/hook`,
  ...turn,
})

const outcomeOf = async (turnId: string) => {
  const { rows } = await database.db.query<{ outcome: string | null; attempts: number }>(
    'select outcome, attempts from webhook_deliveries where turn_id = $1',
    [turnId],
  )
  return rows[0]
}
const finished = (turnId: string) =>
  until(async () => ((await outcomeOf(turnId))?.outcome ? true : undefined))

async function endAndWait(made: Webhooks, turn: EndedTurn) {
  await made.start()
  await database.db.transaction(tx => made.onTurnEnded(tx, turn))
  await finished(turn.turnId)
}

describe('webhooks', () => {
  it('the signature is the HMAC of the raw bytes with the secret of the key', async () => {
    const turn = ended()
    await endAndWait(webhooks(), turn)
    const [hook] = received
    const hmac = createHmac('sha256', account.webhookSecret).update(hook!.body).digest('hex')
    expect(hook!.headers['x-webhook-signature']).toBe(`sha256=${hmac}`)
    expect(hook!.headers['content-type']).toBe('application/json')
    expect(webhookPayload.parse(JSON.parse(hook!.body))).toEqual({
      agent_id: turn.agentId,
      turn_id: turn.turnId,
      status: 'succeeded',
      error_message: null,
      error_code: null,
      usage: 1_250_000,
    })
  })

  it('is signed twice while one secret is exchanged for another', async () => {
    const until = new Date(Date.now() + 3_600_000)
    const next = await replaceWebhookSecret(database.db, sealing, account, account.keyId, until)
    await endAndWait(webhooks(), ended())
    const [hook] = received
    const signedBy = (secret: string) =>
      `sha256=${createHmac('sha256', secret).update(hook!.body).digest('hex')}`
    expect(hook!.headers['x-webhook-signature']).toBe(signedBy(account.webhookSecret))
    expect(hook!.headers['x-webhook-signature-next']).toBe(signedBy(next!))
    await setWebhookSecret(database.db, sealing, account, account.keyId, account.webhookSecret)
  })

  it.each([
    ['failed', { error_message: 'It broke.', error_code: 'MODEL_ERROR' }],
    ['interrupted', { error_message: 'It broke.', error_code: 'MODEL_ERROR' }],
    ['cancelled', { error_message: null, error_code: null }],
  ] as const)(
    'a turn that was %s tells no usage, and its error only where it went wrong',
    async (status, error) => {
      const turn = ended({ status, errorCode: 'MODEL_ERROR', errorMessage: 'It broke.' })
      await endAndWait(webhooks(), turn)
      expect(JSON.parse(received[0]!.body)).toMatchObject({ status, usage: null, ...error })
    },
  )

  it('a turn without a webhook address sends nothing', async () => {
    const turn = ended({ webhookUrl: null })
    await database.db.transaction(tx => webhooks().onTurnEnded(tx, turn))
    expect(await outcomeOf(turn.turnId)).toBeUndefined()
  })

  it('a turn whose end is rolled back sends nothing', async () => {
    const turn = ended()
    const made = webhooks()
    const failed = database.db.transaction(async tx => {
      await made.onTurnEnded(tx, turn)
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await outcomeOf(turn.turnId)).toBeUndefined()
  })

  it.each(['/refuse', '/redirect'])(
    'an answer other than 2xx is not tried again and not followed: %s',
    async path => {
      const turn = ended({ webhookUrl: `${receiver.url}${path}` })
      await endAndWait(webhooks(), turn)
      expect(await outcomeOf(turn.turnId)).toEqual({
        outcome: path === '/refuse' ? '500' : '302',
        attempts: 1,
      })
      expect(received.map(hook => hook.path)).toEqual([path])
    },
  )

  it.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]'])(
    'an address in a private network is refused when the connection is made: %s',
    async host => {
      const { port } = new URL(receiver.url)
      const turn = ended({ webhookUrl: `http://${host}:${port}/hook` })
      await endAndWait(webhooks({ allowPrivate: false }), turn)
      expect(await outcomeOf(turn.turnId)).toMatchObject({ outcome: 'private_address' })
      expect(received).toEqual([])
    },
  )

  it('what a process that died had claimed is sent once more, and then no more', async () => {
    const turn = ended()
    await enqueueWebhook(database.db, {
      turnId: turn.turnId,
      keyId: turn.keyId,
      url: turn.webhookUrl!,
      body: '{}',
    })
    const expireClaim = () =>
      database.db.query(
        "update webhook_deliveries set claimed_until = now() - interval '1 s' where turn_id = $1",
        [turn.turnId],
      )
    expect(await claimWebhooks(database.db, 10)).toHaveLength(1)
    expect(await claimWebhooks(database.db, 10)).toHaveLength(0)
    await expireClaim()
    expect(await claimWebhooks(database.db, 10)).toHaveLength(1)
    await expireClaim()
    expect(await claimWebhooks(database.db, 10)).toHaveLength(0)
  })

  it('two workers on one queue send each webhook once', async () => {
    const workers = [webhooks(), webhooks()]
    for (const worker of workers) await worker.start()
    const turns = Array.from({ length: 40 }, () => ended())
    for (const turn of turns) await database.db.transaction(tx => workers[0]!.onTurnEnded(tx, turn))
    for (const turn of turns) await finished(turn.turnId)
    const sent = received.map(hook => (JSON.parse(hook.body) as { turn_id: string }).turn_id)
    expect(sent.sort()).toEqual(turns.map(turn => turn.turnId).sort())
  })

  it('a space whose receivers never answer keeps no other space waiting', async () => {
    const other = await makeAccount(database.db)
    const made = webhooks()
    await made.start()
    const hanging = Array.from({ length: 12 }, () => ended({ webhookUrl: `${receiver.url}/hang` }))
    const turn = ended({ userId: other.userId, spaceId: other.spaceId, keyId: other.keyId })
    await database.db.transaction(async tx => {
      for (const one of [...hanging, turn]) await made.onTurnEnded(tx, one)
    })
    await finished(turn.turnId)
    // Four of the slow space at once, and the other one's beside them, in whichever order they arrive.
    await until(() => received.length >= 5)
    expect(received.map(hook => hook.path).sort()).toEqual(['/hang', '/hang', '/hang', '/hang', '/hook'])

    running.splice(0)
    const stopped = made.stop()
    for (const response of unanswered.splice(0)) response.destroy()
    await stopped
    await database.db.query('delete from webhook_deliveries where finished_at is null')
  })
})

describe('webhook addresses', () => {
  it.each([
    'https://example.com/hook?x=1',
    'http://example.com:8080/',
    'https://203.0.114.7/',
    'https://[2606:4700::1111]/hook',
  ])('%s may be given', address => {
    expect(whyNotWebhookUrl(address, false)).toBeNull()
  })

  it.each([
    'ftp://example.com/',
    'https://user:secret@example.com/',
    'http://localhost/',
    'http://printer/',
    'http://app.internal/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://127.1/',
    'http://2130706433/',
    'http://0.0.0.0/',
    'http://[::]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
  ])('%s is refused when a turn is started', address => {
    expect(whyNotWebhookUrl(address, false)).toMatch(/^webhook_url must/)
  })
})
