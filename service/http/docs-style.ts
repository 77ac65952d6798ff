/** Style of /docs: one column on a phone, contents beside it on a desk, dark and light. */
export const docsStyle = `
:root { color-scheme: light dark; --ink: #1d2530; --soft: #566273; --line: #d9dee5; --paper: #ffffff; --code: #f4f6f8; --link: #0b57d0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --soft: #a5b0bf; --line: #364150; --paper: #12171d; --code: #1b222b; --link: #8ab4f8; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
a { color: var(--link); }
h1 { font-size: 1.7rem; margin: .5rem 0; } h2 { margin-top: 2.5rem; } h3 { margin: 2rem 0 .25rem; }
section { border-top: 1px solid var(--line); }
.endpoint { overflow-wrap: anywhere; } .endpoint b { font-size: .8rem; letter-spacing: .04em; color: var(--soft); }
code { font: .875em/1.5 ui-monospace, monospace; background: var(--code); padding: .1em .3em; border-radius: 4px; overflow-wrap: anywhere; }
pre { background: var(--code); padding: .75rem; border-radius: 8px; overflow-x: auto; } pre code { padding: 0; overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; margin: .75rem 0; } thead th { color: var(--soft); font-size: .8rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .5rem .4rem 0; border-bottom: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere; }
small { color: var(--soft); }
dl { display: grid; grid-template-columns: 3.5rem 1fr; gap: .25rem; } dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
@media (min-width: 64rem) { body { display: grid; grid-template-columns: 15rem 1fr; gap: 0 2rem; } header { grid-column: 1 / -1; } nav { position: sticky; top: 1rem; align-self: start; } nav ul { flex-direction: column; } main { min-width: 0; } }
th code { white-space: nowrap; }
@media (min-width: 40rem) { td:nth-child(2), thead th:nth-child(2) { width: 8rem; overflow-wrap: normal; } }
@media (max-width: 40rem) { thead { display: none; } tbody tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); } tbody th, tbody td { display: block; border: 0; padding: .1rem 0; } td:nth-child(2) { color: var(--soft); } }
`
