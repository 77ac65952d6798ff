/** Draws one SVG as PNG in a thread of its own. Fonts come with the service: no other is looked for. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

const { svg, width } = workerData as { svg: string; width: number }
const resolve = createRequire(import.meta.url).resolve
/** Unpacking a font takes a while: only those are that the picture needs. */
const SCRIPTS: [name: string, letters: RegExp][] = [
  ['latin', /./],
  ['latin-ext', /[\u0100-\u02ff\u1e00-\u1eff\u20a0-\u20cf]/],
  ['cyrillic', /[\u0400-\u045f\u0490-\u04ff]/],
  ['greek', /[\u0370-\u03ff]/],
  ['hebrew', /[\u0590-\u05ff]/],
  ['vietnamese', /[\u0300-\u0303\u1ea0-\u1eff]/],
  ['symbols', /[\u2000-\u2bff]/],
]
const LOOKS: [name: string, sign: RegExp][] = [
  ['400-normal', /./],
  ['700-normal', /font-weight="700"/],
  ['400-italic', /font-style="italic"/],
]

const needed = (of: [string, RegExp][]) => of.filter(([, sign]) => sign.test(svg)).map(([name]) => name)
const fontBuffers = needed(LOOKS).flatMap(look =>
  needed(SCRIPTS).map(script =>
    readFileSync(resolve(`@fontsource/open-sans/files/open-sans-${script}-${look}.woff2`)),
  ),
)
await initWasm(readFileSync(resolve('@resvg/resvg-wasm/index_bg.wasm')))
const drawing = new Resvg(svg, {
  fitTo: { mode: 'width', value: width },
  font: { fontBuffers, loadSystemFonts: false, defaultFontFamily: 'Open Sans' },
})
parentPort!.postMessage(drawing.render().asPng())
