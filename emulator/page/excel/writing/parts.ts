/** The parts of an Excel file that is being written, with what relates to what. Knows nothing of their content. */
import { strToU8, zipSync } from 'fflate'
import { DECLARATION, element, RELATIONSHIPS } from './markup.ts'

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

export class Parts {
  readonly #files: Record<string, Uint8Array> = {}
  readonly #types: string[] = []
  readonly #relations = new Map<string, string[]>()

  put(path: string, type: string, xml: string): void {
    this.#files[path] = strToU8(DECLARATION + xml)
    this.#types.push(element('Override', { PartName: `/${path}`, ContentType: type }))
  }

  putBytes(path: string, bytes: Uint8Array): void {
    this.#files[path] = bytes
  }

  /** The id of the relation; both paths are of the file, an address is one of elsewhere. */
  relate(from: string, type: string, to: string, isOutside = false): string {
    const known = this.#relations.get(from) ?? []
    this.#relations.set(from, known)
    const Id = `rId${known.length + 1}`
    known.push(
      element('Relationship', {
        Id,
        Type: type.includes(':') ? type : `${RELATIONSHIPS}/${type}`,
        Target: isOutside ? to : `/${to}`,
        TargetMode: isOutside ? 'External' : undefined,
      }),
    )
    return Id
  }

  zip(): Uint8Array<ArrayBuffer> {
    for (const [from, relations] of this.#relations) {
      const folder = from.slice(0, from.lastIndexOf('/') + 1)
      const path = `${folder}_rels/${from.slice(folder.length)}.rels`
      this.#files[path] = strToU8(
        DECLARATION + element('Relationships', { xmlns: `${PACKAGE}/relationships` }, relations.join('')),
      )
    }
    const defaults = [
      ['rels', 'application/vnd.openxmlformats-package.relationships+xml'],
      ['xml', 'application/xml'],
      ['vml', 'application/vnd.openxmlformats-officedocument.vmlDrawing'],
      ['png', 'image/png'],
      ['jpeg', 'image/jpeg'],
      ['jpg', 'image/jpeg'],
      ['gif', 'image/gif'],
      ['bmp', 'image/bmp'],
      ['webp', 'image/webp'],
    ].map(([Extension, ContentType]) => element('Default', { Extension, ContentType }))
    this.#files['[Content_Types].xml'] = strToU8(
      DECLARATION +
        element('Types', { xmlns: `${PACKAGE}/content-types` }, [...defaults, ...this.#types].join('')),
    )
    return zipSync(this.#files, { level: 4 })
  }
}
