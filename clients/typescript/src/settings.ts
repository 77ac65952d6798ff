/** Where the service is and whose key to use: from the environment, else from a demo's file. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface Settings {
  baseUrl: string
  apiKey: string
}

type Environment = Record<string, string | undefined>

/** A sentence that says what to set, where something is missing. */
export function readSettings(env: Environment, folder: string): Settings | string {
  const { ROWHAND_URL: baseUrl, ROWHAND_API_KEY: apiKey } = env
  if (baseUrl && apiKey) return { baseUrl, apiKey }
  const demo = join(resolve(folder, env.ROWHAND_DATA_DIR ?? '.rowhand'), 'demo.json')
  if (!baseUrl && !apiKey && existsSync(demo)) {
    const { service_url, api_key } = JSON.parse(readFileSync(demo, 'utf8')) as Record<string, string>
    if (service_url && api_key) return { baseUrl: service_url, apiKey: api_key }
  }
  return 'Set ROWHAND_URL to the address of your service and ROWHAND_API_KEY to a key from its dashboard.'
}
