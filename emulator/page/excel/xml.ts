/**
 * As much of the browser's XML documents as reading Excel's files takes: elements with attributes and texts, and
 * the selectors `a`, `a b`, `a > b`, `a, b`, `a[x]` and `a[x="y"]`. No namespaces, no errors in the middle of a
 * file: what is no XML gives a document without elements. A sheet has millions of elements: each keeps little.
 */
import { escapeXml } from './xml-text.ts'

interface Step {
  tag: string
  attributes: [name: string, value: string | undefined][]
  /** Of the step before: directly, or anywhere above. */
  isChild: boolean
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const ENTITY = /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi

function readEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(ENTITY, (all, hex?: string, digits?: string, name?: string) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
    if (digits !== undefined) return String.fromCodePoint(Number(digits))
    return ENTITIES[name ?? ''] ?? all
  })
}

type Node = string | XmlElement
const NOTHING: readonly Node[] = []

export class XmlElement {
  readonly tagName: string
  readonly parent: XmlElement | undefined
  nodes: readonly Node[] = NOTHING
  /** As they stand in the file. */
  readonly #attributes: string

  constructor(tagName: string, attributes: string, parent: XmlElement | undefined) {
    this.tagName = tagName
    this.#attributes = attributes
    this.parent = parent
  }

  append(node: Node): void {
    if (this.nodes === NOTHING) this.nodes = [node]
    else (this.nodes as Node[]).push(node)
  }

  get children(): XmlElement[] {
    return this.nodes.filter(node => typeof node !== 'string')
  }

  get textContent(): string {
    return this.nodes.map(node => (typeof node === 'string' ? node : node.textContent)).join('')
  }

  getAttribute(name: string): string | null {
    if (!this.#attributes.includes(name)) return null
    const [, double, single] = attributePattern(name).exec(this.#attributes) ?? []
    const value = double ?? single
    return value === undefined ? null : readEntities(value)
  }

  get attributes(): object {
    return new Proxy(this, ATTRIBUTES)
  }

  /** As it may stand in a file again; what was text is escaped again. */
  toString(): string {
    const inside = this.nodes.map(node => (typeof node === 'string' ? escapeXml(node) : node.toString()))
    return `<${this.tagName}${this.#attributes}>${inside.join('')}</${this.tagName}>`
  }

  querySelector(selector: string): XmlElement | null {
    const found: XmlElement[] = []
    collect(this, readSelector(selector), found, true)
    return found[0] ?? null
  }

  querySelectorAll(selector: string): XmlElement[] {
    const found: XmlElement[] = []
    collect(this, readSelector(selector), found, false)
    return found
  }
}

const ATTRIBUTES: ProxyHandler<XmlElement> = {
  get(element, name) {
    if (name === 'getNamedItem') return (item: string) => attributeOf(element, item) ?? null
    return typeof name === 'string' ? attributeOf(element, name) : undefined
  },
}

function attributeOf(element: XmlElement, name: string): { value: string } | undefined {
  const value = element.getAttribute(name)
  return value === null ? undefined : { value }
}

const patterns = new Map<string, RegExp>()

function attributePattern(name: string): RegExp {
  const pattern = patterns.get(name) ?? new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  patterns.set(name, pattern)
  return pattern
}

// ---- selectors

/** In the order of the file; true where no more are wanted. */
function collect(root: XmlElement, selectors: Step[][], found: XmlElement[], isOne: boolean): boolean {
  for (const node of root.nodes) {
    if (typeof node === 'string') continue
    if (selectors.some(steps => matches(node, steps, steps.length - 1))) {
      found.push(node)
      if (isOne) return true
    }
    if (collect(node, selectors, found, isOne)) return true
  }
  return false
}

/** As a browser's: the steps before may lie above the element that is asked. */
function matches(element: XmlElement, steps: Step[], at: number): boolean {
  const step = steps[at] as Step
  if (element.tagName !== step.tag) return false
  for (const [name, value] of step.attributes) {
    const own = element.getAttribute(name)
    if (own === null || (value !== undefined && own !== value)) return false
  }
  if (at === 0) return true
  let above = element.parent
  if (step.isChild) return above !== undefined && matches(above, steps, at - 1)
  while (above !== undefined) {
    if (matches(above, steps, at - 1)) return true
    above = above.parent
  }
  return false
}

const known = new Map<string, Step[][]>()

function readSelector(selector: string): Step[][] {
  const before = known.get(selector)
  if (before !== undefined) return before
  const selectors = selector.split(/,(?![^[]*\])/).map(readSteps)
  known.set(selector, selectors)
  return selectors
}

function readSteps(selector: string): Step[] {
  const steps: Step[] = []
  let isChild = false
  for (const [part] of selector.matchAll(/>|[^\s>[]+(?:\[[^\]]*\])*/g)) {
    if (part === '>') {
      isChild = true
      continue
    }
    const [tag = ''] = /^[^[]+/.exec(part) ?? []
    const attributes = [...part.matchAll(/\[([^\]=]+)(?:="([^"]*)")?\]/g)].map(
      ([, name = '', value]) => [name, value] as [string, string | undefined],
    )
    steps.push({ tag, attributes, isChild })
    isChild = false
  }
  return steps
}

// ---- parsing

/** Comments, CDATA, declarations, tags; what lies between is text. */
const PIECE =
  /<(?:!--[\s\S]*?--|!\[CDATA\[([\s\S]*?)\]\]|[!?][^>]*|(\/?)([^\s/>]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?))>/g

export function parseXml(xml: string): XmlElement {
  const document = new XmlElement('', '', undefined)
  let open = document
  let end = 0
  for (const found of xml.matchAll(PIECE)) {
    const [all, cdata, closing, tag, attributes = '', isEmpty] = found
    if (found.index > end && open !== document) open.append(readEntities(xml.slice(end, found.index)))
    end = found.index + all.length
    if (cdata !== undefined) open.append(cdata)
    if (tag === undefined) continue
    if (closing) {
      open = open.parent ?? document
      continue
    }
    const element = new XmlElement(tag, attributes, open)
    open.append(element)
    if (!isEmpty) open = element
  }
  return document
}
