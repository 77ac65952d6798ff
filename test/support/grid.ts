/** The grid of the spreadsheet page as a person uses it: cells are selected, then typed into. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

interface OwlPage {
  owl: {
    App: {
      apps: Set<{
        root: {
          component: {
            focusGrid(): void
            props: {
              model: {
                getters: {
                  getEvaluatedCell(position: { sheetId: string; col: number; row: number }): {
                    value: unknown
                    formattedValue: string
                  }
                  getActiveSheetId(): string
                  getActiveSheetScrollInfo(): { scrollX: number; scrollY: number }
                }
                trigger(event: string): void
                selection: { selectZone(anchor: object, options: object): void }
              }
            }
          }
        }
      }>
    }
  }
}

const place = (a1: string) => {
  const [, letters = 'A', row = '1'] = /^([A-Z]+)(\d+)$/.exec(a1) ?? []
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return { col: column - 1, row: Number(row) - 1 }
}

/** As a click and a shift-click would, with the focus on the grid. */
export async function selectCells(page: Page, first: string, last = first): Promise<void> {
  const [from, to] = [place(first), place(last)]
  const zone = { left: from.col, top: from.row, right: to.col, bottom: to.row }
  await page.evaluate(
    anchor => {
      const { component } = [...(globalThis as unknown as OwlPage).owl.App.apps][0]!.root
      component.props.model.selection.selectZone(anchor, { scrollIntoView: true })
      component.focusGrid()
    },
    { cell: from, zone },
  )
}

export function scrollOf(page: Page): Promise<{ scrollX: number; scrollY: number }> {
  return page.evaluate(() => {
    const [app] = [...(globalThis as unknown as OwlPage).owl.App.apps]
    return app!.root.component.props.model.getters.getActiveSheetScrollInfo()
  })
}

/** As a page that the server has nothing to go on from: it gets the whole workbook and another grid. */
export async function startOver(page: Page): Promise<void> {
  const marked = () =>
    page.evaluate(() =>
      [...(globalThis as unknown as OwlPage).owl.App.apps].some(app => Reflect.get(app, 'isOld') === true),
    )
  await page.evaluate(() => {
    const [app] = [...(globalThis as unknown as OwlPage).owl.App.apps]
    Reflect.set(app!, 'isOld', true)
    app!.root.component.props.model.trigger('unexpected-revision-id')
  })
  await expect.poll(marked).toBe(false)
  await page.locator('.o-grid').waitFor()
}

/** What a cell of the tab in view shows. */
export function cellText(page: Page, a1: string): Promise<string> {
  return page.evaluate(position => {
    const { getters } = [...(globalThis as unknown as OwlPage).owl.App.apps][0]!.root.component.props.model
    return getters.getEvaluatedCell({ sheetId: getters.getActiveSheetId(), ...position }).formattedValue
  }, place(a1))
}

/** Milliseconds until B2 of the first tab holds the value. */
export function waitForValue(page: Page, value: number): Promise<number> {
  return page.evaluate(expected => {
    const started = performance.now()
    return new Promise<number>(resolve => {
      const look = () => {
        const { component } = [...(globalThis as unknown as OwlPage).owl.App.apps][0]!.root
        const cell = component.props.model.getters.getEvaluatedCell({ sheetId: '0', col: 1, row: 1 })
        if (cell.value === expected) resolve(performance.now() - started)
        else setTimeout(look, 1)
      }
      look()
    })
  }, value)
}

/** Where the selection is. In one piece, because the grid mixes up letters that come faster than it draws. */
export async function enter(page: Page, text: string): Promise<void> {
  await page.keyboard.insertText(text)
  await page.keyboard.press('Enter')
}

export async function typeInto(page: Page, cell: string, text: string): Promise<void> {
  await selectCells(page, cell)
  await enter(page, text)
}

/** By the menu of the page, without their header. */
export async function sortCells(page: Page, first: string, last: string, order: RegExp): Promise<void> {
  await selectCells(page, first, last)
  await page.getByRole('menuitem', { name: 'Data' }).click()
  await page.getByRole('menuitem', { name: 'Sort range' }).hover()
  await page.getByRole('menuitem', { name: order }).click()
}
