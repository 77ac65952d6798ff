/** The process behind `npm run emulator`: starts, says where everything is, ends when told to. */
import { endOn } from './process-end.ts'
import { standaloneOptions, welcome } from './standalone.ts'
import { startEmulator } from './start.ts'

try {
  const options = standaloneOptions(process.env)
  const emulator = await startEmulator(options)
  process.stdout.write(welcome(emulator.url, options))
  endOn(['SIGTERM', 'SIGINT'], emulator)
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  const taken = 'The port is taken: stop what runs there, or set EMULATOR_PORT to another one.'
  process.stderr.write(`${code === 'EADDRINUSE' ? taken : message}\n`)
  process.exit(1)
}
