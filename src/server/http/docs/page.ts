import { createHash } from 'node:crypto';

/** Documentation page without libraries or requests other than for the server's openapi.json. */

const STYLE = `
:root { color-scheme: dark light; --line: #8884; --dim: #888; --accent: #4a8fe7; }
* { box-sizing: border-box; }
body { margin: 0; font: 14px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: 240px 1fr; min-height: 100vh; }
nav { border-right: 1px solid var(--line); padding: 16px; position: sticky; top: 0; height: 100vh; overflow: auto; }
nav a { display: block; color: inherit; text-decoration: none; padding: 2px 0; }
nav a:hover, nav a:focus { color: var(--accent); }
main { padding: 24px 32px; max-width: 960px; }
h1 { font-size: 20px; margin: 0 0 4px; } h2 { font-size: 15px; margin: 32px 0 8px; }
details { border: 1px solid var(--line); border-radius: 6px; margin: 6px 0; }
summary { padding: 8px 12px; cursor: pointer; display: flex; gap: 12px; align-items: baseline; }
details > div { padding: 4px 12px 12px; border-top: 1px solid var(--line); }
code, pre { font: 12px/1.5 ui-monospace, monospace; } pre { overflow: auto; padding: 8px; border: 1px solid var(--line); border-radius: 6px; }
.method { width: 56px; font: 600 12px ui-monospace, monospace; color: var(--accent); } .dim { color: var(--dim); }
table { border-collapse: collapse; width: 100%; } td { border-top: 1px solid var(--line); padding: 4px 8px 4px 0; vertical-align: top; }
@media (max-width: 700px) { body { grid-template-columns: 1fr; } nav { display: none; } main { padding: 16px; } }
`;

const SCRIPT = `
const make = (tag, props = {}, ...children) => { const node = Object.assign(document.createElement(tag), props); node.append(...children); return node; };
const main = document.querySelector('main'), nav = document.querySelector('nav');
fetch('openapi.json').then((answer) => answer.json()).then(render, (error) => main.append(make('p', { textContent: 'The description could not be loaded: ' + error })));
function render(doc) {
  const resolve = (part) => (part && part.$ref ? part.$ref.slice(2).split('/').reduce((inner, name) => inner[name], doc) : part);
  const nameOf = (schema) => {
    if (!schema) return 'any';
    if (schema.$ref) return schema.$ref.split('/').pop();
    if (schema.anyOf || schema.oneOf) return (schema.anyOf || schema.oneOf).map(nameOf).join(' | ');
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
    if (schema.type === 'array') return nameOf(schema.items) + '[]';
    return Array.isArray(schema.type) ? schema.type.join(' | ') : schema.const !== undefined ? JSON.stringify(schema.const) : schema.type || 'any';
  };
  const fields = (schema) => {
    const real = resolve(schema && schema.type === 'array' ? schema.items : schema);
    if (!real || !real.properties) return make('p', {}, make('code', { textContent: nameOf(schema) }));
    return make('table', {}, ...Object.entries(real.properties).map(([name, value]) => make('tr', {},
      make('td', {}, make('code', { textContent: name }), (real.required || []).includes(name) ? '' : make('span', { className: 'dim', textContent: ' optional' })),
      make('td', {}, make('code', { textContent: nameOf(value) })), make('td', { className: 'dim', textContent: value.description || '' }))));
  };
  main.append(make('h1', { textContent: doc.info.title + ' ' + doc.info.version }), make('p', { className: 'dim', textContent: doc.info.description }),
    make('p', {}, 'All paths start with ', make('code', { textContent: location.origin + doc.servers[0].url }), '. Send an API key as the whole Authorization header, or Bearer and a token. ', make('a', { href: 'openapi.json', textContent: 'openapi.json' })));
  const groups = new Map();
  for (const [path, methods] of Object.entries(doc.paths)) for (const [method, operation] of Object.entries(methods)) {
    if (!operation.responses) continue;
    const tag = (operation.tags || ['Other'])[0];
    groups.set(tag, [...(groups.get(tag) || []), { path, method, operation }]);
  }
  for (const [tag, operations] of groups) {
    const id = tag.toLowerCase().replace(/ /g, '-');
    nav.append(make('a', { href: '#' + id, textContent: tag }));
    main.append(make('h2', { id, textContent: tag }));
    for (const { path, method, operation } of operations) {
      const body = make('div');
      if (operation.description) body.append(make('p', { textContent: operation.description }));
      const parameters = (operation.parameters || []).map((parameter) => make('tr', {}, make('td', {}, make('code', { textContent: parameter.name }), make('span', { className: 'dim', textContent: ' ' + parameter.in + (parameter.required ? '' : ', optional') })), make('td', {}, make('code', { textContent: nameOf(parameter.schema) })), make('td', { className: 'dim', textContent: (parameter.schema || {}).description || parameter.description || '' })));
      if (parameters.length) body.append(make('h4', { textContent: 'Parameters' }), make('table', {}, ...parameters));
      const json = operation.requestBody && operation.requestBody.content['application/json'];
      if (json) body.append(make('h4', { textContent: 'Body' }), fields(json.schema));
      for (const [status, reference] of Object.entries(operation.responses)) {
        if (status === 'default') continue;
        const response = resolve(reference);
        const content = response.content && response.content['application/json'];
        body.append(make('h4', { textContent: 'Answer ' + status + (content ? ': ' + nameOf(content.schema) : '') }), make('p', { className: 'dim', textContent: response.description }));
        if (content) body.append(fields(content.schema));
      }
      const open = operation.security && operation.security.length === 0 ? ' · public' : '';
      main.append(make('details', {}, make('summary', {}, make('span', { className: 'method', textContent: method.toUpperCase() }), make('code', { textContent: path }), make('span', { className: 'dim', textContent: (operation.summary || '') + open })), body));
    }
  }
}
`;

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export const DOCS_CSP = `default-src 'none'; connect-src 'self'; img-src data:; style-src ${hash(STYLE)}; script-src ${hash(SCRIPT)}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

export const DOCS_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reelscope API</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><nav></nav><main></main><script>${SCRIPT}</script></body></html>
`;
