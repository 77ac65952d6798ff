/** What the command line of admin takes, and what its help says. */
import { describe, expect, it } from 'vitest'
import { parseArguments } from '../../../service/admin/arguments.ts'

describe('the command line', () => {
  it.each([
    [['nope'], 'there is no command "nope"'],
    [['keys', 'create'], 'keys create <name>'],
    [['keys', 'list', '--colour', 'red'], 'has no option --colour'],
    [['keys', 'list', '--space'], '--space needs a value'],
  ])('%j is answered with what is wrong', (argv, message) => {
    expect(parseArguments(argv)).toMatchObject({ state: 'wrong', message: expect.stringContaining(message) })
  })

  it('takes an amount below zero for an amount, which its command refuses', () => {
    expect(parseArguments(['credits', 'add', '-5', '--space', 'A'])).toMatchObject({
      state: 'run',
      input: { words: ['-5'], options: { space: 'A' } },
    })
    expect(parseArguments(['keys', 'limit', 'id', '--cap', '-2.50'])).toMatchObject({
      input: { options: { cap: '-2.50' } },
    })
    expect(parseArguments(['-5'])).toMatchObject({ state: 'wrong', message: expect.stringContaining('"-5"') })
  })

  it('names every command in its help, and every option in the help of a command', () => {
    const help = parseArguments([])
    expect(help).toMatchObject({ state: 'help', text: expect.stringContaining('connections disconnect') })
    expect(parseArguments(['usage', '--help'])).toMatchObject({
      state: 'help',
      text: expect.stringMatching(/--space[\s\S]*--days[\s\S]*--by[\s\S]*--user/),
    })
  })

  it('takes a value after a space or after an equals sign, which may hold more of them', () => {
    expect(parseArguments(['keys', 'list', '--space=a=b', '--json'])).toMatchObject({
      state: 'run',
      json: true,
      input: { options: { space: 'a=b' } },
    })
  })
})
