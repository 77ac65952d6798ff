/** Files of a conversation as HTTP lists them: who may, and what there is. */
import type { TurnAttachment } from '../../contract/index.ts'
import type { Db } from '../store/db.ts'
import { listAttachments } from '../tools/attachments/store.ts'
import type { Refusal } from './agents.ts'
import { ownsAgent } from './permissions.ts'
import { agentNotFound } from './read.ts'

export async function attachmentsOfAgent(
  db: Db,
  userId: string,
  agentId: string,
): Promise<{ state: 'ok'; attachments: TurnAttachment[] } | Refusal> {
  if (!(await ownsAgent(db, userId, agentId))) return agentNotFound
  return { state: 'ok', attachments: await listAttachments(db, agentId.toLowerCase()) }
}
