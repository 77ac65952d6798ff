/** The process behind `npm run emulator`: starts, says where everything is, ends when told to. */
import { standaloneOptions, welcome } from './standalone.ts'
import { startEmulator } from './start.ts'

try {
  const options = standaloneOptions(process.env)
  const emulator = await startEmulator(options)
  process.stdout.write(welcome(emulator.url, options))
  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    void emulator.close().finally(() => process.exit(0))
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  const taken = 'The port is taken: stop what runs there, or set EMULATOR_PORT to another one.'
  process.stderr.write(`${code === 'EADDRINUSE' ? taken : message}\n`)
  process.exit(1)
}
