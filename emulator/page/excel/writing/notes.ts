/** Notes of a tab: what they say, and the boxes that show them, which Excel still draws in an older language. */
import type { Annotation, Getters } from '../../../dialect/engine.ts'
import { notesOf, textOf } from '../../../dialect/notes.ts'
import { nameOf } from '../formula-text.ts'
import { element, MAIN, textElement } from './markup.ts'
import type { Parts } from './parts.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml'

/** The id of the boxes for the tab; undefined where there are no notes. */
export function putNotes(
  getters: Getters,
  sheetId: string,
  sheetPath: string,
  number: number,
  parts: Parts,
): string | undefined {
  const notes = [...notesOf(getters, sheetId)]
  if (notes.length === 0) return undefined
  const places = notes.map(([key, note]) => ({ ...placeOf(key), note }))
  const path = `xl/comments${number}.xml`
  parts.put(path, TYPE, commentsXml(places))
  parts.relate(sheetPath, 'comments', path)
  const drawing = `xl/drawings/vmlDrawing${number}.vml`
  parts.putBytes(drawing, new TextEncoder().encode(boxesXml(places, number)))
  return parts.relate(sheetPath, 'vmlDrawing', drawing)
}

interface Placed {
  row: number
  col: number
  note: Annotation
}

function placeOf(key: string): { row: number; col: number } {
  const [row = 0, col = 0] = key.split(',').map(Number)
  return { row, col }
}

const commentsXml = (places: readonly Placed[]) =>
  element(
    'comments',
    { xmlns: MAIN },
    `<authors><author></author></authors>${element(
      'commentList',
      {},
      places
        .map(({ row, col, note }) =>
          element(
            'comment',
            { ref: nameOf({ row, col }), authorId: 0 },
            `<text>${textElement('t', textOf(note) ?? '')}</text>`,
          ),
        )
        .join(''),
    )}`,
  )

const boxesXml = (places: readonly Placed[], number: number) =>
  `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${number}"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${places
    .map(
      ({ row, col }, i) =>
        `<v:shape id="_x0000_s${number * 1024 + i + 1}" type="#_x0000_t202" style="position:absolute;width:144px;height:79px;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox/><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${col + 1}, 15, ${row}, 2, ${col + 3}, 15, ${row + 4}, 4</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row}</x:Row><x:Column>${col}</x:Column></x:ClientData></v:shape>`,
    )
    .join('')}</xml>`
