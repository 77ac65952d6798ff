export function longFolders(root: string, most: number): [folder: string, files: number][]
