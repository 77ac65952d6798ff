/**
 * What may travel between the sidebar and the script: plain JSON. Google drops the whole result of a
 * function when a date or a function is anywhere inside it, and so does this.
 */

/** The result of a script function as JSON: `null` when a part of it may not travel. */
export function resultToJson(value: unknown): string {
  if (!isPlain(value, [])) return 'null'
  return JSON.stringify(value) ?? 'null'
}

function isPlain(value: unknown, parents: object[]): boolean {
  switch (typeof value) {
    case 'function':
    case 'symbol':
    case 'bigint':
      return false
    case 'object':
      break
    default:
      return true
  }
  if (value === null) return true
  if (parents.includes(value)) return false
  // By tag, not by instanceof: the value comes from the script's own realm.
  if (['[object Date]', '[object RegExp]'].includes(Object.prototype.toString.call(value))) return false
  parents.push(value)
  const children = Array.isArray(value) ? value : Object.values(value)
  const plain = children.every(child => isPlain(child, parents))
  parents.pop()
  return plain
}
