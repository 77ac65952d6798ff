/** PDF and pictures: what is read, and how a picture reaches a model that takes pictures. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { startTurn } from '../../../service/agents/start.ts'
import { createModels } from '../../../service/models/index.ts'
import { parseFile } from '../../../service/tools/attachments/parse.ts'
import { readApart } from '../../../service/tools/attachments/read-apart.ts'
import {
  attachmentsOf,
  attachmentWords,
  giveToTurn,
  keepAttachment,
} from '../../../service/tools/attachments/store.ts'
import { readAttachment } from '../../../service/tools/read-attachment.ts'
import { pictureParts, ShownPictures } from '../../../service/turns/prompt/pictures.ts'
import type { StoredStep } from '../../../service/turns/record/step-store.ts'
import { configFor, scriptedProvider, wireKinds } from '../../support/providers/index.ts'
import { refused, succeeded, useWorkbench } from './workbench.ts'

const { openBench } = useWorkbench()

/** A PDF of one page for each text, written out by hand. */
function pdf(...pages: string[]): Uint8Array {
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`)
  const bodies = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, at) => {
      const stream = text === '' ? '' : `BT /F1 12 Tf 50 700 Td (${text}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const offsets = bodies.map((body, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${body}\nendobj\n`
    return String(offset).padStart(10, '0')
  })
  const start = text.length
  text += `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${offsets.map(at => `${at} 00000 n \n`).join('')}`
  text += `trailer\n<< /Size ${bodies.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return new TextEncoder().encode(text)
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

describe('what is read', () => {
  test('a PDF gives its text with its pages named, read in a thread of its own', async () => {
    const file = { name: 'offer.pdf', mediaType: '', bytes: pdf('Total 1,250.00 EUR', '', 'Valid until May') }
    expect(await readApart(file)).toEqual({
      state: 'ok',
      mediaType: 'application/pdf',
      content: { kind: 'text', text: '[page 1]\nTotal 1,250.00 EUR\n\n[page 3]\nValid until May' },
    })
  })

  test('a PDF without text says that it is a scan, and a damaged one that it is damaged', async () => {
    expect(await parseFile('scan.pdf', '', pdf(''))).toMatchObject({
      state: 'broken',
      message: expect.stringMatching(/holds no text/),
    })
    expect(await parseFile('a.pdf', '', new TextEncoder().encode('not a pdf'))).toMatchObject({
      state: 'broken',
      message: expect.stringMatching(/damaged or not a PDF/),
    })
  })

  test('a picture is known by its bytes, whatever it is called', async () => {
    expect(await parseFile('photo.jpg', 'image/jpeg', PNG)).toMatchObject({
      state: 'ok',
      mediaType: 'image/png',
      content: { kind: 'picture', base64: PNG.toString('base64') },
    })
    const large = Buffer.concat([PNG, Buffer.alloc(5_000_000)])
    expect(await parseFile('photo.png', '', large)).toMatchObject({ message: expect.stringMatching(/5 MB/) })
  })
})

async function withPicture(takesPictures: boolean) {
  const bench = await openBench({ tabs: [{ title: 'T', rows: [['a']] }], takesPictures })
  const { userId, spaceId, id: turnId, agentId } = bench.context.turn
  const content = { kind: 'picture' as const, base64: PNG.toString('base64') }
  const file = {
    id: randomUUID(),
    userId,
    spaceId,
    name: 'receipt.png',
    mediaType: 'image/png',
    sizeBytes: 70,
  }
  await keepAttachment(bench.context.db, { ...file, content }, new Date())
  await giveToTurn(bench.context.db, { id: turnId, agentId, userId }, [file.id], new Date())
  return bench
}

const stepOf = (id: string): StoredStep => ({
  turnNumber: 1,
  step: 0,
  messages: [],
  decision: {
    next: 'tools',
    calls: [{ id, index: 0, modelCallId: 'm1', tool: 'read_attachment', args: {}, createdAt: '' }],
  },
  results: [
    {
      type: 'tool-result',
      toolCallId: 'm1',
      toolName: 'read_attachment',
      output: { type: 'text', value: '' },
    },
  ],
})

test('a picture that a call shows follows its results as a message', async () => {
  const bench = await withPicture(true)
  const output = succeeded(await bench.run(readAttachment, { name: 'Receipt.png' }))
  expect(output).toEqual({ name: 'receipt.png', picture: 'in the next message' })
  const { rows } = await bench.context.db.query<{ id: string }>(
    `select id from attachments where turn_id = $1 and content like '%"shown"%'`,
    [bench.context.turn.id],
  )
  const step = stepOf(rows[0]!.id)
  const messages = await new ShownPictures(bench.context.db).after([step])
  expect(messages.get(step)).toEqual({
    role: 'user',
    content: [
      { type: 'text', text: '<picture name="receipt.png"/>' },
      { type: 'image', image: PNG.toString('base64'), mediaType: 'image/png' },
    ],
  })
  // What a call shows is no file of the person's.
  expect(await attachmentsOf(bench.context.db, bench.context.turn.agentId)).toHaveLength(1)
})

test('a model that takes no pictures is told so and shows none', async () => {
  const bench = await withPicture(false)
  const message = refused(await bench.run(readAttachment, { name: 'receipt.png' }))
  expect(message).toMatch(/^The model of this turn takes no pictures. Nothing was changed./)
  const [file] = await attachmentsOf(bench.context.db, bench.context.turn.agentId)
  expect(attachmentWords(file!, false)).toBe('"receipt.png" picture, which you cannot see: say so')
})

test.each(wireKinds)('a picture reaches a model over the wire of %s', async kind => {
  await using provider = await scriptedProvider(kind, [{ text: 'A receipt.' }])
  const { config, modelId } = configFor(provider)
  const models = createModels(config)
  const base64 = PNG.toString('base64')
  const picture = pictureParts({ name: 'receipt.png', mediaType: 'image/png', base64 })
  const answer = await models.step({
    modelId: modelId('agent'),
    instructions: 'Answer.',
    messages: [{ role: 'user', content: [...picture, { type: 'text', text: 'What is it?' }] }],
    tools: [],
    signal: new AbortController().signal,
  })
  expect(answer).toMatchObject({ state: 'ok', text: 'A receipt.' })
  expect(JSON.stringify(provider.requests[0]!.body)).toContain(base64)
  expect(provider.requests[0]!.texts).toContain('What is it?')
})

test('a start with a picture is refused where the model takes none, before anything else', async () => {
  const models = [{ id: 'managed:agent:test/blind', name: 'Blind' }]
  const deps = {
    maxPromptCharacters: 100,
    takesPictures: () => false,
    modelChoices: async () => ({
      agent_models: models,
      bulk_models: models,
      bulk_search_models: models,
      defaults: { agent_model: models[0]!.id, bulk_model: models[0]!.id, bulk_search_model: models[0]!.id },
    }),
    db: { query: async () => ({ rows: [{ name: 'receipt.png' }], rowCount: 1 }) },
  }
  const request = { prompt: 'What is it?', spreadsheet_id: 'x', attachment_ids: [randomUUID()] }
  const caller = { userId: randomUUID(), spaceId: randomUUID(), keyId: randomUUID() }
  expect(await startTurn(deps as never, caller, request as never)).toEqual({
    state: 'refused',
    code: 'INVALID_REQUEST',
    message:
      'attachment_ids: "receipt.png" is a picture, which the model managed:agent:test/blind does not take. Choose another model or leave the picture out.',
  })
})
