/** HtmlService: HTML files of the add-on, and the panel that showSidebar takes from one. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { HtmlPanel } from '../bridge.ts'
import { guarded, type Realm } from './realm.ts'
import type { ScriptSurroundings } from './surroundings.ts'

export interface HtmlOutput {
  getContent(): string
  getTitle(): string
  getWidth(): number | null
  getHeight(): number | null
}

export function createHtmlService({ realm, addonDir }: ScriptSurroundings): object {
  return guarded(
    'HtmlService',
    {
      createHtmlOutput: (html = '') => createOutput(String(html), realm),
      createHtmlOutputFromFile: (name: string) =>
        createOutput(readHtmlFile(addonDir, String(name), realm), realm),
      XFrameOptionsMode: { ALLOWALL: 'ALLOWALL', DEFAULT: 'DEFAULT' },
      SandboxMode: { IFRAME: 'IFRAME', NATIVE: 'IFRAME', EMULATED: 'IFRAME' },
    },
    realm,
  )
}

export function toPanel(output: HtmlOutput): HtmlPanel {
  const [width, height] = [output.getWidth(), output.getHeight()]
  return {
    title: output.getTitle(),
    content: output.getContent(),
    ...(width === null ? {} : { width }),
    ...(height === null ? {} : { height }),
  }
}

function readHtmlFile(addonDir: string, name: string, realm: Realm): string {
  const file = join(addonDir, `${name.replace(/\.html$/, '')}.html`)
  if (basename(file) !== `${name.replace(/\.html$/, '')}.html` || !existsSync(file)) {
    throw realm.exception(`No HTML file named ${name} was found.`)
  }
  return readFileSync(file, 'utf8')
}

function createOutput(initial: string, realm: Realm): HtmlOutput {
  let content = initial
  let title = ''
  let [width, height]: (number | null)[] = [null, null]
  const output = guarded(
    'HtmlOutput',
    {
      append(more: string) {
        content += more
        return output
      },
      setContent(next: string) {
        content = String(next)
        return output
      },
      clear() {
        content = ''
        return output
      },
      setTitle(next: string) {
        title = String(next)
        return output
      },
      setWidth(pixels: number) {
        width = pixels
        return output
      },
      setHeight(pixels: number) {
        height = pixels
        return output
      },
      // The local page has one sandbox and no frame options; these are accepted as Google accepts them.
      setSandboxMode: () => output,
      setXFrameOptionsMode: () => output,
      addMetaTag: () => output,
      setFaviconUrl: () => output,
      getContent: () => content,
      getTitle: () => title,
      getWidth: () => width ?? null,
      getHeight: () => height ?? null,
    },
    realm,
  )
  return output
}
