/** Styles are bundled into the page by build.mjs. */
declare module '*.css'
