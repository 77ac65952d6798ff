/** SpreadsheetApp.getUi(): menus, alerts, dialogs and the sidebar of the user's page. */
import type { CallHost, Menu } from '../bridge.ts'
import { type HtmlOutput, toPanel } from './html.ts'
import { guarded, type Realm } from './realm.ts'
import type { ScriptSurroundings } from './surroundings.ts'

const BUTTON = { CLOSE: 'CLOSE', OK: 'OK', CANCEL: 'CANCEL', YES: 'YES', NO: 'NO' }
const BUTTON_SET = { OK: 'OK', OK_CANCEL: 'OK_CANCEL', YES_NO: 'YES_NO', YES_NO_CANCEL: 'YES_NO_CANCEL' }

export function createUi({ callHost, realm }: ScriptSurroundings): object {
  // Google's two forms: (prompt, buttons?) and (title, prompt, buttons).
  const words = (args: unknown[]): [string, string, string] => {
    const last = args.at(-1)
    const buttons =
      args.length > 1 && typeof last === 'string' && last in BUTTON_SET ? (args.pop() as string) : 'OK'
    const [first = '', second] = args.map(String)
    return second === undefined ? ['', first, buttons] : [first, second, buttons]
  }
  return guarded(
    'Ui',
    {
      Button: guarded('Button', BUTTON, realm),
      ButtonSet: guarded('ButtonSet', BUTTON_SET, realm),
      // Google names the add-on's own menu itself; the host does so too.
      createAddonMenu: () => createMenu('', 'addon', callHost, realm),
      createMenu: (caption: string) => createMenu(String(caption), 'top', callHost, realm),
      alert: (...args: unknown[]) => callHost('ui.alert', ...words(args)),
      prompt(...args: unknown[]) {
        const { button, text } = callHost('ui.prompt', ...words(args))
        return guarded(
          'PromptResponse',
          { getSelectedButton: () => button, getResponseText: () => text },
          realm,
        )
      },
      showSidebar: (output: HtmlOutput) => callHost('ui.showSidebar', toPanel(output)),
      showModalDialog: (output: HtmlOutput, title: string) =>
        callHost('ui.showDialog', { ...toPanel(output), title: String(title) }, true),
      showModelessDialog: (output: HtmlOutput, title: string) =>
        callHost('ui.showDialog', { ...toPanel(output), title: String(title) }, false),
    },
    realm,
  )
}

interface MenuFace {
  addItem(caption: string, functionName: string): MenuFace
  addSeparator(): MenuFace
  addSubMenu(menu: MenuFace): MenuFace
  addToUi(): void
}

const builtMenus = new WeakMap<object, Menu>()

function createMenu(caption: string, place: 'addon' | 'top', callHost: CallHost, realm: Realm): MenuFace {
  const menu: Menu = { kind: 'menu', caption, items: [] }
  const face: MenuFace = guarded(
    'Menu',
    {
      addItem(itemCaption: string, functionName: string) {
        menu.items.push({ kind: 'item', caption: String(itemCaption), functionName: String(functionName) })
        return face
      },
      addSeparator() {
        menu.items.push({ kind: 'separator' })
        return face
      },
      addSubMenu(subMenu: MenuFace) {
        const built = builtMenus.get(subMenu)
        if (!built)
          throw realm.exception('The parameters do not match the method signature: a Menu is needed.')
        menu.items.push(built)
        return face
      },
      addToUi: () => callHost('ui.setMenu', menu, place),
    },
    realm,
  )
  builtMenus.set(face, menu)
  return face
}
