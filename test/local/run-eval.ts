/** npm run eval as a process, with a scripted model behind an OpenAI-compatible server. */
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../..')

interface Report {
  summary: Record<string, unknown>
  results: Record<string, unknown>[]
}

export async function runEval(
  model: { url: string; databaseUrl?: string },
  ...args: string[]
): Promise<Report> {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/eval.ts', ...args, '--json'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: model.databaseUrl ?? '',
      OPENAI_COMPATIBLE_BASE_URL: model.url,
      OPENAI_COMPATIBLE_MODELS: 'scripted',
    },
  })
  return JSON.parse(stdout) as Report
}
