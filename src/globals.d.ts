/** Written into the bundle by build.mjs. */
declare const SERVICE_URL: string
/** By language; English has no page texts here, because the page has them built in. */
declare const TEXTS: Record<string, { menu: Record<string, string>; page?: Record<string, string> }>
/** What sidebar.html stands with before its program, as it is written there in English. */
declare const STANDING_WORDS: Record<string, string>
