/** All admin commands, in the order of the help. */
import type { Command } from '../command.ts'
import { keepingCommands } from './keeping.ts'
import { keyCommands } from './keys.ts'
import { memberCommands } from './members.ts'
import { moneyCommands } from './money.ts'
import { peopleCommands } from './people.ts'
import { settingCommands } from './settings.ts'

export const commands: readonly Command[] = [
  ...peopleCommands,
  ...memberCommands,
  ...keyCommands,
  ...moneyCommands,
  ...settingCommands,
  ...keepingCommands,
]
