/** The few things of XML documents that reading Excel's files takes. */
import { describe, expect, it } from 'vitest'
import { parseXml } from '../../../emulator/page/excel/xml.ts'

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<!-- <row r="0"/> -->
<sheet a='single "quoted"'>
  <row r="1" s = "2"><c r="A1" t="s"><v>1</v></c><c r="B1"/></row>
  <row r="2"><c><f si="0" ref="A1:A2">A1&amp;"&lt;&#228;&#x1F600;"</f></c></row>
  <t xml:space="preserve"> kept </t><t><![CDATA[a < b]]></t>
  <wrap><row r="3"/></wrap>
</sheet>`

describe('an XML document', () => {
  const document = parseXml(XML)
  const rows = (selector: string) => document.querySelectorAll(selector).map(it => it.getAttribute('r'))

  it('finds elements anywhere below, in their order, and not in comments', () => {
    expect(rows('row')).toEqual(['1', '2', '3'])
    expect(rows('sheet c')).toEqual(['A1', 'B1', null])
    expect(document.querySelector('row')?.querySelector('v')?.textContent).toBe('1')
    expect(document.querySelector('nothing')).toBeNull()
  })

  it('tells children from descendants, and takes several selectors at once', () => {
    expect(rows('sheet > row')).toEqual(['1', '2'])
    expect(document.querySelectorAll('v, f').map(it => it.tagName)).toEqual(['v', 'f'])
  })

  it('asks for attributes, and for their values', () => {
    expect(document.querySelectorAll('f[si][ref]')).toHaveLength(1)
    expect(document.querySelectorAll('f[si][t]')).toHaveLength(0)
    expect(rows('row[r="2"]')).toEqual(['2'])
  })

  it('reads attributes in either quotes, by name or as an item, and says when there is none', () => {
    const sheet = document.querySelector('sheet')
    expect(sheet?.getAttribute('a')).toBe('single "quoted"')
    const attributes = document.querySelector('row')?.attributes as Record<
      string,
      { value: string } | undefined
    >
    expect([attributes.r?.value, attributes.s?.value, attributes.t]).toEqual(['1', '2', undefined])
  })

  it('reads entities, CDATA and spaces as they are meant', () => {
    expect(document.querySelector('f')?.textContent).toBe('A1&"<ä😀"')
    expect(document.querySelectorAll('t').map(it => it.textContent)).toEqual([' kept ', 'a < b'])
  })

  it('takes what is no XML for a document without elements', () => {
    expect(parseXml('no < xml').children).toEqual([])
  })
})
