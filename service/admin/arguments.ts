/** From the words of a command line to a command and its input, or to what is wrong with them. */
import { parseArgs } from 'node:util'
import type { Command, Input } from './command.ts'
import { commands } from './commands/index.ts'

export type Parsed =
  | { state: 'run'; command: Command; input: Input; json: boolean }
  | { state: 'help'; text: string }
  | { state: 'wrong'; message: string; json: boolean }

const usageOf = (command: Command) =>
  [
    command.name,
    ...command.words.map(word => `<${word}>`),
    ...command.options.map(option =>
      option.value ? `[--${option.name} <${option.value}>]` : `[--${option.name}]`,
    ),
  ].join(' ')

function overview(): string {
  const width = Math.max(...commands.map(command => command.name.length))
  return [
    'Manages accounts of this service from a terminal.',
    '',
    '  npm run admin -- <command> [--json]',
    '',
    ...commands.map(command => `  ${command.name.padEnd(width)}  ${command.summary}`),
    '',
    'Add --help to a command to see what it takes. --json prints JSON; run it as',
    '"npm run --silent admin -- …" to get nothing else. It works on DATABASE_URL, or on the data folder',
    'ROWHAND_DATA_DIR, through the running service where there is one.',
    'Ends with 0 when done, 1 when refused, 2 for a wrong command line, 3 when the data can’t be reached.',
  ].join('\n')
}

function helpOf(command: Command): string {
  const options = command.options.map(
    option => `  --${option.name}${option.value ? ` <${option.value}>` : ''}\n      ${option.help}`,
  )
  return [
    command.summary,
    '',
    `  npm run admin -- ${usageOf(command)}`,
    ...(options.length > 0 ? ['', ...options] : []),
  ].join('\n')
}

function find(words: string[]): { command: Command; rest: string[] } | null {
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(' ')
    const command = commands.find(one => one.name === name)
    if (command) return { command, rest: words.slice(count) }
  }
  return null
}

type Given = Record<string, string | boolean | undefined>

function optionsOf(command: Command, given: Given): Input['options'] | string {
  const options: Input['options'] = {}
  for (const [name, value] of Object.entries(given)) {
    if (name === 'json' || name === 'help') continue
    const option = command.options.find(one => one.name === name)
    if (!option) return `"${command.name}" has no option --${name}`
    if (option.value === undefined) options[name] = true
    else if (typeof value === 'string' && value) options[name] = value
    else return `--${name} needs a value: --${name} <${option.value}>`
  }
  return options
}

/** Which of `--name value` and `--switch` an option is, the commands know; what they don't, `optionsOf` refuses. */
const known = Object.fromEntries(
  commands.flatMap(command =>
    command.options.map(option => [
      option.name,
      { type: option.value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  ),
)

/** "-5" is an amount that some command refuses, not an option of that name: marked while options are looked for. */
const AMOUNT = /^-\$?[\d.,]+$/
const MARK = '\0'
const unmarked = <T>(value: T) => (typeof value === 'string' ? value.replace(MARK, '') : value)

function readWords(argv: string[]) {
  const { values, positionals } = parseArgs({
    args: argv.map(word => (AMOUNT.test(word) ? `${MARK}${word}` : word)),
    options: known,
    allowPositionals: true,
    strict: false,
  })
  const given = Object.entries(values).map(([name, value]) => [name, unmarked(value)] as const)
  return { given: Object.fromEntries(given) as Given, words: positionals.map(unmarked) }
}

export function parseArguments(argv: string[]): Parsed {
  const { given, words } = readWords(argv)
  const json = given.json === true
  const found = find(words)
  if (!found) {
    if (words.length === 0 || words[0] === 'help') return { state: 'help', text: overview() }
    return {
      state: 'wrong',
      message: `there is no command "${words.join(' ')}": "npm run admin -- help" lists them`,
      json,
    }
  }
  const { command, rest } = found
  if (given.help) return { state: 'help', text: helpOf(command) }
  const options = optionsOf(command, given)
  if (typeof options === 'string') return { state: 'wrong', message: options, json }
  if (rest.length !== command.words.length) {
    return { state: 'wrong', message: `it goes like this: npm run admin -- ${usageOf(command)}`, json }
  }
  return { state: 'run', command, input: { words: rest, options }, json }
}
