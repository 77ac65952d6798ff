/** The key, the models, the version. */
import {
  type ConfigurationResponse,
  configurationResponse,
  type VerifyApiKeyResponse,
  verifyApiKeyResponse,
  versionResponse,
} from '../../../contract/index.ts'
import type { Caller } from '../../turns/ports.ts'
import { configurationExample, verifyExample } from '../examples.ts'
import { type AnyRoute, openRoute, route } from '../route.ts'

export interface ServiceInfo {
  version: string
  /** What the space of the key can choose from. */
  configuration(spaceId: string): Promise<ConfigurationResponse>
  describeKey(caller: Caller): Promise<VerifyApiKeyResponse>
}

export const listModelsRoute = (info: ServiceInfo): AnyRoute =>
  route(
    {
      method: 'get',
      path: '/v1/{platform}/agents/configuration',
      operationId: 'listModels',
      summary: 'List available models',
      description: "The space's own choice of models where it has one, else the service's.",
      tag: 'Agents',
      keyed: true,
      ok: {
        status: 200,
        description: 'The models.',
        body: configurationResponse,
        example: configurationExample,
      },
      errors: [],
    },
    async ({ caller }) => ({ state: 'ok', body: await info.configuration(caller.spaceId) }),
  )

export const verifyKeyRoute = (info: ServiceInfo): AnyRoute =>
  route(
    {
      method: 'get',
      path: '/v1/auth/verify',
      operationId: 'verifyApiKey',
      summary: 'Verify an API key',
      description: 'Whose key it is, its space, whether Google is connected, and the webhook secret.',
      tag: 'Service',
      keyed: true,
      ok: {
        status: 200,
        description: 'The key may be used.',
        body: verifyApiKeyResponse,
        example: verifyExample,
      },
      errors: [],
    },
    async ({ caller }) => ({ state: 'ok', body: await info.describeKey(caller) }),
  )

export const versionRoute = (info: ServiceInfo): AnyRoute =>
  openRoute(
    {
      method: 'get',
      path: '/version',
      operationId: 'getVersion',
      summary: 'Get the version',
      description: 'The version of the running service. Needs no key.',
      tag: 'Service',
      keyed: false,
      ok: {
        status: 200,
        description: 'The version.',
        body: versionResponse,
        example: { version: info.version },
      },
      errors: [],
    },
    async () => ({ state: 'ok', body: { version: info.version } }),
  )
