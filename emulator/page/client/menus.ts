/** The menu bar's contents: the grid's own actions, the page's few, the add-on's menu, and the key that opens each. */
import type { Menu } from '../protocol.ts'
import { type EngineAction, type EngineEnv, engine } from './globals.ts'

export interface MenuEntry {
  id: string
  label: string
  /** The key that opens it with Alt and Shift, as in Google Sheets. */
  key?: string
  shortcut?: string
  /** The markup of a small picture. */
  icon?: string
  checked?: boolean
  disabled?: boolean
  separatorAfter?: boolean
  run?: () => void
  children?: () => MenuEntry[]
}

export interface MenuSources {
  env: EngineEnv | undefined
  iconOf(name: string): string | undefined
  addonName: string
  hasAddon: boolean
  addonMenu: Menu | null
  topMenus: Menu[]
  runScript(functionName: string): void
  newFile(): void
  openFile(): void
  importFile(): void
  copyFile(): void
  rename(): void
  download(format: 'xlsx' | 'csv'): void
  about(): void
}

/** Actions that have no counterpart in Google Sheets, or that mean nothing on this page. */
const LEFT_OUT = new Set(['insert_carousel', 'toggle_pin_panel', 'view_irregularity_map', 'insert_image'])

/** The second half of Alt+Shift+…, as in Google Sheets. */
const KEYS: Record<string, string> = {
  file: 'KeyF',
  edit: 'KeyE',
  view: 'KeyV',
  insert: 'KeyI',
  format: 'KeyO',
  data: 'KeyD',
  tools: 'KeyT',
  extensions: 'KeyN',
  help: 'KeyH',
}

export function buildMenus(sources: MenuSources): MenuEntry[] {
  const own = engineMenus(sources)
  const top = sources.topMenus.map((menu, at) => scriptMenu(menu, `top-${at}`, sources))
  return [
    fileMenu(own, sources),
    ...own.filter(menu => menu.id !== 'file'),
    toolsMenu(sources),
    extensionsMenu(sources),
    helpMenu(sources),
    ...top,
  ].map(menu => ({ ...menu, ...(KEYS[menu.id] ? { key: KEYS[menu.id] as string } : {}) }))
}

/** Before the grid is there, its menus have their places but nothing in them, so that nothing jumps. */
function engineMenus({ env, iconOf }: MenuSources): MenuEntry[] {
  return engine()
    .registries.topbarMenuRegistry.getMenuItems()
    .map(action =>
      env
        ? engineEntry(action, env, iconOf)
        : { id: action.id, label: String(action.name(env as never)), children: () => [] },
    )
}

function engineEntry(action: EngineAction, env: EngineEnv, iconOf: MenuSources['iconOf']): MenuEntry {
  const icon = iconOf(action.icon(env))
  const shortcut = String(action.shortcut || action.description(env) || '')
  const { execute } = action
  return {
    id: action.id,
    // The library's texts are lazy objects until they are read as strings.
    label: String(action.name(env)),
    disabled: !action.isEnabled(env),
    separatorAfter: action.separator,
    ...(shortcut ? { shortcut } : {}),
    ...(icon ? { icon } : {}),
    ...(action.isActive ? { checked: action.isActive(env) } : {}),
    ...(execute ? { run: () => void execute(env) } : { children: () => engineChildren(action, env, iconOf) }),
  }
}

function engineChildren(action: EngineAction, env: EngineEnv, iconOf: MenuSources['iconOf']): MenuEntry[] {
  return action
    .children(env)
    .filter(child => child.isVisible(env) && !LEFT_OUT.has(child.id))
    .filter(child => child.execute !== undefined || child.children(env).some(it => it.isVisible(env)))
    .sort((a, b) => a.sequence - b.sequence)
    .map((child, i, all) => {
      const entry = engineEntry(child, env, iconOf)
      return i === all.length - 1 ? { ...entry, separatorAfter: false } : entry
    })
}

/** What Google has and this page has not: people look for it, and see that it is not here. */
const missing = (id: string, label: string): MenuEntry => ({ id, label, disabled: true })

function fileMenu(own: MenuEntry[], sources: MenuSources): MenuEntry {
  const { newFile, openFile, importFile, copyFile, rename, download } = sources
  const engineItems = own.find(menu => menu.id === 'file')?.children?.() ?? []
  return {
    id: 'file',
    label: 'File',
    children: () => [
      { id: 'new', label: 'New', run: newFile },
      { id: 'open', label: 'Open…', shortcut: 'Ctrl+O', run: openFile },
      { id: 'import', label: 'Import…', run: importFile },
      { id: 'copy', label: 'Make a copy', separatorAfter: true, run: copyFile },
      missing('share', 'Share'),
      {
        id: 'download',
        label: 'Download',
        separatorAfter: true,
        children: () => [
          { id: 'xlsx', label: 'Microsoft Excel (.xlsx)', run: () => download('xlsx') },
          { id: 'csv', label: 'Comma-separated values (.csv), this tab', run: () => download('csv') },
        ],
      },
      { id: 'rename', label: 'Rename', run: rename },
      { ...missing('versions', 'Version history'), separatorAfter: true },
      ...engineItems,
    ],
  }
}

function toolsMenu({ env, iconOf }: MenuSources): MenuEntry {
  const tools = (children: MenuEntry[]): MenuEntry => ({
    id: 'tools',
    label: 'Tools',
    children: () => children,
  })
  if (!env) return tools([])
  const view = engine()
    .registries.topbarMenuRegistry.getMenuItems()
    .find(action => action.id === 'view')
  const checker = view?.children(env).find(action => action.id === 'view_irregularity_map')
  if (!checker) return tools([])
  return tools([
    { ...engineEntry(checker, env, iconOf), label: 'Formula irregularities', separatorAfter: false },
  ])
}

function extensionsMenu(sources: MenuSources): MenuEntry {
  const { addonMenu, addonName, hasAddon } = sources
  const nothing: MenuEntry = {
    id: 'none',
    label: hasAddon ? 'Loading…' : 'No add-on here: build it with npm run build, then start again',
    disabled: true,
  }
  const addon = addonMenu ? { ...scriptMenu(addonMenu, 'addon', sources), label: addonName } : nothing
  return { id: 'extensions', label: 'Extensions', children: () => [addon] }
}

function scriptMenu(menu: Menu, id: string, sources: MenuSources): MenuEntry {
  return {
    id,
    label: menu.caption,
    children() {
      const entries: MenuEntry[] = []
      for (const [at, item] of menu.items.entries()) {
        const previous = entries.at(-1)
        if (item.kind === 'separator') {
          if (previous) previous.separatorAfter = true
        } else if (item.kind === 'menu') {
          entries.push(scriptMenu(item, `${id}-${at}`, sources))
        } else {
          entries.push({
            id: `${id}-${at}`,
            label: item.caption,
            run: () => sources.runScript(item.functionName),
          })
        }
      }
      return entries
    },
  }
}

function helpMenu({ about }: MenuSources): MenuEntry {
  return {
    id: 'help',
    label: 'Help',
    children: () => [{ id: 'about', label: 'About this page', run: about }],
  }
}
