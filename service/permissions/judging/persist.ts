/**
 * Skills: they steer the later turns of everyone in the space. The message must ask for one, and what is
 * kept must not hold what the message knows nothing of: an address, a function that calls one.
 */
import { cut } from '../../sheets/cut.ts'
import { says } from '../reading/patterns.ts'
import type { Reading } from '../reading/wishes.ts'
import { hostOf } from './addresses.ts'
import { markOf, type Need } from './case.ts'

export interface Skill {
  name: string
  description: string
  content: string
  /** The name stands for somebody else's skill already. */
  replacesAnothers?: string
}

export function judgeSkill(skill: Skill, reading: Reading): Need | null {
  const strange = strangeIn(skill, reading)
  const isAsked = reading.doing.some(sentence => says(sentence.heard, 'persists'))
  if (isAsked && strange === null && skill.replacesAnothers === undefined) return null
  const replaced = skill.replacesAnothers === undefined ? '' : ', in place of one that somebody else made'
  return {
    kind: 'persist',
    effect: `Keep the skill ${skill.name} for later turns of everyone in this space${replaced}: ${cut(skill.content, 160)}`,
    details: [
      cut(skill.content, 1_000),
      ...(strange === null ? [] : [`It holds ${strange}, which your message does not`]),
    ],
    mark: markOf('skill', skill.name, skill.description, skill.content),
  }
}

const ADDRESS = /https?:\/\/[^\s"'<>)]+/gi
const FUNCTION = /(?<![\p{L}])(?:IMPORT(?:DATA|FEED|HTML|RANGE|XML)|IMAGE\s*\(|WEBSERVICE|HYPERLINK\s*\()/giu

function strangeIn({ content, description }: Skill, { message }: Reading): string | null {
  const said = message.toLowerCase()
  const text = `${description}\n${content}`
  const address = (text.match(ADDRESS) ?? []).find(
    found => !said.includes((hostOf(found) ?? found).toLowerCase()),
  )
  if (address !== undefined) return `the address ${cut(address, 100)}`
  const name = (text.match(FUNCTION) ?? []).find(
    found => !said.includes(found.replace(/\s*\($/, '').toLowerCase()),
  )
  return name === undefined ? null : name.replace(/\s*\($/, '').toUpperCase()
}
