/** Permitted imports of one area, besides the area itself. Everything unlisted is an error. */
export interface AreaRule {
  /** Folders or files under src (`../` for files of the project beside it), `*` standing for one name. */
  imports: readonly string[];
  /** Folders or files for `import type` only: none of their code runs here. */
  typeImports?: readonly string[];
  /**
   * Package names, with their subpaths; `name/subpath` for that subpath only; `@scope/*` for every package of a scope.
   */
  packages: readonly string[];
  /** Whether `node:` built-ins are allowed. */
  node: boolean;
}

/** Area (folder or file under src, `*` standing for one name; the longest match wins) to its rule. */
export type ImportTable = Readonly<Record<string, AreaRule>>;

const web = ['base', 'contract', 'core'];

const featureImports = ['renderer/ui', 'renderer/api', 'renderer/locales', ...web];
const featurePackages = [
  'react',
  'react-dom',
  'wouter',
  'zustand',
  'lucide-react',
  'radix-ui',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  'uplot',
  'client-zip',
];
const video = 'renderer/features/video';
const settings = 'renderer/features/settings';
const uiPackages = ['react', 'react-dom', 'wouter', 'zustand', 'lucide-react', 'radix-ui'];

/** Rooms of the server whose services routes call. */
const SERVER_DOMAINS = [
  'server/account',
  'server/backups',
  'server/brands',
  'server/bundles',
  'server/chat',
  'server/checks',
  'server/clips',
  'server/closer',
  'server/embeddings',
  'server/engines',
  'server/enterprise',
  'server/errors',
  'server/event-groups',
  'server/evidence',
  'server/exports',
  'server/frames',
  'server/hosting',
  'server/http/fields',
  'server/http/serving',
  'server/jobs',
  'server/library',
  'server/mcp',
  'server/moments',
  'server/people',
  'server/proxies',
  'server/search',
  'server/sharing',
  'server/stories',
  'server/trash',
  'server/updates',
  'server/visual',
  'server/watch',
  'server/webhooks',
];

/**
 * Who may import what: the architecture of src, checked by `npm run check:imports`. Change it here, in one place, and
 * state the reason beside it.
 */
export const importTable: ImportTable = {
  // base runs everywhere, the browser included: nothing but the language and the globals that Node and browsers share.
  base: { imports: [], packages: [], node: false },
  contract: { imports: ['base'], packages: ['zod'], node: false },
  // Computed alike by server, window, and command line: query language, export formats, transcripts, labels.
  core: { imports: ['base', 'contract'], packages: [], node: false },
  // Renames and removals, which Windows refuses while another program has a file open (docs/guide/7-storage.md).
  files: { imports: ['base', 'contract', 'core'], packages: [], node: true },
  media: { imports: ['base', 'contract', 'core', 'files'], packages: ['node-av'], node: true },
  models: {
    // Engines take stills, and read images such as logos; the code for videos stays out.
    imports: ['base', 'contract', 'core', 'files', 'media/images'],
    typeImports: ['media/frames.ts'],
    packages: [
      '@fugood/*',
      '@gutenye/*',
      '@huggingface/tokenizers',
      '@huggingface/transformers',
      '@resvg/resvg-wasm',
      '@techstark/opencv-js',
      '@tesseract.js-data/*',
      'compromise/two',
      'eld/extrasmall',
      'ollama',
      'onnxruntime-node',
      'tesseract.js-core',
      'zod',
    ],
    node: true,
  },
  storage: { imports: ['base', 'contract', 'core', 'files'], packages: ['zod'], node: true },
  modules: { imports: ['attribution', 'base', 'contract', 'core', 'media', 'models'], packages: ['zod'], node: true },
  pipeline: {
    imports: ['base', 'contract', 'core', 'files', 'media', 'models', 'modules'],
    packages: ['zod'],
    node: true,
  },
  // Compares statements with findings by the words of the index, alike for answers and for summaries of models.
  attribution: { imports: ['base', 'contract', 'core', 'db/text-index/terms.ts'], packages: [], node: false },
  // Kysely and the drivers stay here, so that no other room contains SQL.
  db: {
    imports: ['base', 'contract', 'core', 'files'],
    packages: ['kysely', 'better-sqlite3', 'sqlite-vec', 'zod'],
    node: true,
  },
  // The server's entry: opens the data folder, builds the services of all rooms and starts the listener.
  // Native code that decodes or infers runs in worker processes; the server knows them by protocol and interface.
  server: {
    imports: [
      'base',
      'contract',
      'core',
      'files',
      'db',
      'storage',
      'models/engine.ts',
      'models/installer',
      'models/outgoing.ts',
      'server/*',
    ],
    packages: [],
    node: true,
  },
  // The rooms of the server, lowest first. Each imports only rooms above it in this list, so no two import each other;
  // a room that calls a higher one takes a narrow interface instead.
  'server/errors': { imports: ['base', 'contract', 'core'], packages: ['hono', 'zod'], node: false },
  'server/hosting': { imports: ['base', 'contract', 'core', 'files'], packages: ['client-zip', 'zod'], node: true },
  // Commands of another process that call the server over HTTP.
  'server/client': { imports: ['base', 'contract', 'core'], packages: ['eventsource-parser', 'zod'], node: true },
  'server/workers': {
    imports: ['base', 'contract', 'core', 'models/engine.ts', 'pipeline/protocol.ts', 'server/hosting'],
    packages: [],
    node: false,
  },
  'server/account': {
    imports: ['base', 'contract', 'core', 'db', 'server/errors', 'server/hosting'],
    packages: ['jose', 'zod'],
    node: true,
  },
  'server/embeddings': {
    imports: ['base', 'contract', 'core', 'db', 'models/engine.ts', 'server/workers'],
    packages: ['zod'],
    node: true,
  },
  // Model lists and downloads without native code; Ollama by HTTP.
  'server/engines': {
    imports: [
      'base',
      'contract',
      'core',
      'db',
      'models/catalog',
      'models/installer',
      'models/ollama',
      'models/outgoing.ts',
      // For reports in a process of their own: speed of speech recognition, versions of native components.
      'media/version.ts',
      'models/onnx-version.ts',
      'models/speech',
      'models/server-address.ts',
      'server/account',
      'server/embeddings',
      'server/hosting',
    ],
    packages: ['zod'],
    node: true,
  },
  'server/library': {
    imports: [
      'base',
      'contract',
      'core',
      'files',
      'db',
      'storage',
      'server/account',
      'server/embeddings',
      'server/errors',
      'server/hosting',
      'server/workers',
    ],
    packages: [],
    node: true,
  },
  // Manifests, signatures, and their verification.
  'server/evidence': {
    imports: ['base', 'contract', 'core', 'db', 'server/errors', 'server/hosting', 'server/library'],
    packages: [],
    node: true,
  },
  // Backups and repair of the library; replaces its file while it is closed.
  'server/backups': {
    imports: ['base', 'contract', 'core', 'files', 'db', 'storage', 'server/errors', 'server/hosting'],
    packages: [],
    node: true,
  },
  // Faces of projects whose user turned this on.
  'server/people': { imports: ['base', 'contract', 'core', 'db', 'server/errors'], packages: [], node: true },
  'server/visual': {
    imports: ['base', 'contract', 'core', 'db', 'server/errors', 'server/library', 'server/search', 'server/workers'],
    packages: [],
    node: true,
  },
  // Frames found by words, with an installed text-image model.
  'server/frames': {
    imports: ['base', 'contract', 'core', 'db', 'server/embeddings', 'server/library', 'server/workers'],
    packages: ['zod'],
    node: true,
  },
  'server/search': {
    imports: [
      'base',
      'contract',
      'core',
      'db',
      'server/embeddings',
      'server/errors',
      'server/frames',
      'server/people',
      'server/workers',
    ],
    packages: [],
    node: true,
  },
  // Marked times of videos and their tags.
  'server/moments': {
    imports: ['base', 'contract', 'core', 'db', 'server/errors', 'server/library', 'server/search'],
    packages: [],
    node: false,
  },
  // Deleted videos, moments, and stories, until they are deleted for good.
  'server/trash': {
    imports: ['base', 'contract', 'core', 'db', 'server/library', 'server/moments', 'server/stories'],
    packages: [],
    node: false,
  },
  'server/updates': {
    imports: ['base', 'contract', 'core', 'db', 'models/outgoing.ts'],
    packages: ['zod'],
    node: false,
  },
  // Files of findings, and the texts of all reports.
  'server/exports': {
    imports: [
      'base',
      'contract',
      'core',
      'db',
      'server/clips',
      'server/errors',
      'server/evidence',
      'server/library',
      'server/people',
      'server/workers',
    ],
    packages: ['client-zip'],
    node: true,
  },
  // Boards of moments and their exports.
  'server/stories': {
    imports: [
      'base',
      'contract',
      'core',
      'db',
      'server/clips',
      'server/errors',
      'server/evidence',
      'server/exports',
      'server/library',
      'server/workers',
    ],
    packages: [],
    node: true,
  },
  // Videos of one event on one clock, and their exports.
  'server/event-groups': {
    imports: [
      'base',
      'contract',
      'core',
      'db',
      'server/clips',
      'server/errors',
      'server/evidence',
      'server/exports',
      'server/library',
    ],
    packages: [],
    node: true,
  },
  // Texts of writers held against transcripts and texts on screen.
  'server/checks': {
    imports: [
      'attribution',
      'base',
      'contract',
      'core',
      'db',
      'models/engine.ts',
      // Delimiting of untrusted text: strings only.
      'models/language',
      'server/clips',
      'server/errors',
      'server/evidence',
      'server/exports',
      'server/library',
      'server/search',
      'server/workers',
    ],
    packages: ['zod'],
    node: true,
  },
  'server/clips': {
    imports: ['base', 'contract', 'core', 'files', 'db', 'server/errors', 'server/library', 'server/workers'],
    packages: ['client-zip'],
    node: true,
  },
  // Results that travel: bundles of one library for another.
  'server/bundles': {
    imports: [
      'base',
      'contract',
      'core',
      'files',
      'db',
      'storage',
      'server/clips',
      'server/embeddings',
      'server/evidence',
      'server/errors',
      'server/library',
    ],
    packages: ['client-zip', 'yauzl', 'zod'],
    node: true,
  },
  'server/proxies': {
    imports: [
      'base',
      'contract',
      'core',
      'files',
      'db',
      'storage',
      'server/errors',
      'server/library',
      'server/workers',
    ],
    packages: ['zod'],
    node: true,
  },
  'server/jobs': {
    imports: [
      'base',
      'contract',
      'core',
      'db',
      'storage',
      'pipeline/protocol.ts',
      'server/account',
      'server/errors',
      'server/hosting',
      'server/library',
      'server/workers',
    ],
    packages: [],
    node: false,
  },
  // Parts of videos that are examined again, more closely; runs as the jobs do, beside them.
  'server/closer': {
    imports: [
      'base',
      'contract',
      'core',
      'db',
      'pipeline/protocol.ts',
      'server/errors',
      'server/jobs',
      'server/library',
      'server/workers',
    ],
    packages: ['zod'],
    node: true,
  },
  'server/brands': {
    imports: ['base', 'contract', 'core', 'db', 'server/errors', 'server/jobs', 'server/workers'],
    packages: [],
    node: false,
  },
  'server/chat': {
    imports: [
      'attribution',
      'base',
      'contract',
      'core',
      'db',
      'models/engine.ts',
      // Prompts and the delimiting of untrusted text: strings only.
      'models/language',
      'models/ollama',
      'models/outgoing.ts',
      'server/embeddings',
      'server/engines',
      'server/errors',
      'server/library',
      'server/people',
      'server/search',
    ],
    packages: [],
    node: false,
  },
  // Responses and files that both listeners send: loopback and LAN.
  'server/http/serving': {
    imports: ['base', 'contract', 'core', 'storage', 'server/errors', 'server/library'],
    packages: ['hono'],
    node: true,
  },
  'server/sharing': {
    imports: [
      'base',
      'contract',
      'core',
      'files',
      'db',
      'server/errors',
      'server/evidence',
      'server/hosting',
      'server/http/serving',
      'server/library',
      'server/people',
      'server/proxies',
      'server/stories',
      'server/workers',
    ],
    typeImports: ['storage/object-store.ts'],
    packages: ['hono', '@hono/node-server', 'zod'],
    node: true,
  },
  // Signed events to other programs: an outbox in the database, and the only connections beside models/outgoing.ts.
  'server/webhooks': {
    imports: ['base', 'contract', 'core', 'db', 'server/errors', 'server/hosting'],
    packages: [],
    node: true,
  },
  'server/enterprise': {
    imports: ['base', 'contract', 'core', 'server/chat', 'server/errors', 'server/jobs', 'server/library'],
    packages: [],
    node: false,
  },
  // Folders whose new files are imported and analyzed.
  'server/watch': {
    imports: ['base', 'contract', 'core', 'db', 'files', 'storage', 'server/errors', 'server/jobs', 'server/library'],
    packages: ['chokidar'],
    node: true,
  },
  // Tools for agents: clients of the API. Protocol types and schemas of the MCP SDK stay here and in the route.
  'server/mcp': {
    imports: [
      'base',
      'contract',
      'core',
      'files/local-path.ts',
      'db',
      'models/language/untrusted.ts',
      'server/client',
      'server/errors',
    ],
    packages: ['@modelcontextprotocol/server', 'zod'],
    node: true,
  },
  // The environment of every request: the services as types, since routes reach them through it.
  // Reads the schemas of requests, which the validators of routes use.
  'server/http/fields': {
    imports: ['base', 'contract', 'core'],
    packages: ['@hono/zod-openapi', 'zod'],
    node: false,
  },
  'server/http/context': {
    imports: [],
    typeImports: SERVER_DOMAINS,
    packages: ['@hono/node-server'],
    node: false,
  },
  'server/http/middleware': {
    imports: [
      'base',
      'contract',
      'core',
      'server/errors',
      'server/http/context',
      'server/http/fields',
      'server/http/serving/request-body.ts',
    ],
    packages: ['hono'],
    node: true,
  },
  // Pages of lists, which routes answer with.
  'server/http/lists': {
    imports: ['base', 'contract', 'core', 'server/http/context'],
    packages: ['hono', 'zod'],
    node: true,
  },
  'server/http/streams': {
    imports: ['base', 'contract', 'core', 'server/errors', 'server/http/serving', 'server/jobs'],
    packages: ['zod'],
    node: false,
  },
  'server/http/routes': {
    imports: [
      'base',
      'contract',
      'core',
      'server/clips',
      'server/engines',
      'server/errors',
      'server/evidence',
      'server/http/serving',
      'server/library',
      'server/http/context',
      'server/http/lists',
      'server/http/middleware',
      'server/http/streams',
      'server/trash/items.ts',
    ],
    packages: ['hono', '@hono/zod-openapi', 'zod'],
    node: false,
  },
  'server/http/docs': {
    imports: [
      'base',
      'contract',
      'core',
      'server/http/context',
      'server/http/fields',
      'server/http/middleware/route-access.ts',
    ],
    packages: ['hono', '@hono/zod-openapi', 'zod'],
    node: true,
  },
  // The application and its listener.
  'server/http': {
    imports: ['base', 'contract', 'core', 'server/client', 'server/errors', 'server/http/*', 'server/mcp'],
    packages: ['hono', '@hono/node-server', '@hono/zod-openapi', '@modelcontextprotocol/server'],
    node: true,
  },
  main: {
    imports: ['base', 'contract', 'core', 'files', 'server', '../package.json'],
    packages: ['electron', 'zod'],
    node: true,
  },
  // `npm start` finds the Electron program by the place of its package, and starts it as another process.
  headless: {
    imports: ['base', 'contract', 'core', 'files', 'server', '../package.json'],
    packages: ['@modelcontextprotocol/server', 'zod', 'electron/package.json'],
    node: true,
  },
  preload: { imports: ['contract'], packages: ['electron'], node: false },

  // The window: app -> features -> ui, api. A feature does not know another one; they meet in app.
  'renderer/main.tsx': {
    imports: ['renderer/app', 'renderer/ui', ...web],
    packages: [],
    node: false,
  },
  // The public share page: a small script of its own, with nothing of the window but its tokens and pure helpers.
  'renderer/share': {
    imports: ['renderer/ui/base.css', 'renderer/ui/lib/mark-words.ts', 'renderer/locales', ...web],
    packages: [],
    node: false,
  },
  'renderer/app': {
    imports: ['renderer/features', 'renderer/ui', 'renderer/api', 'renderer/locales', ...web],
    packages: ['react', 'react-dom', 'wouter', 'zustand', 'lucide-react', '@tanstack/react-query'],
    node: false,
  },
  'renderer/features/*': { imports: featureImports, packages: featurePackages, node: false },
  // The video page composes its rooms: the player is shared, the others do not know each other.
  [video]: {
    imports: ['player', 'timeline', 'findings', 'transcript', 'moments', 'people', 'details']
      .map((room) => `${video}/${room}`)
      .concat(featureImports),
    packages: featurePackages,
    node: false,
  },
  [`${video}/player`]: { imports: [`${video}/text.ts`, ...featureImports], packages: featurePackages, node: false },
  ...rooms(
    video,
    ['timeline', 'findings', 'transcript', 'moments', 'people', 'details'],
    [`${video}/text.ts`, `${video}/undo-order.ts`, `${video}/player`],
  ),
  // Each section of the settings stands alone, beside the parts that all of them share.
  [settings]: { imports: [`${settings}/*`, ...featureImports], packages: featurePackages, node: false },
  ...rooms(
    settings,
    [
      'about',
      'api-keys',
      'appearance',
      'brands',
      'models',
      'ollama',
      'semantic-search',
      'sharing',
      'storage',
      'usage',
      'webhooks',
    ],
    ['text.ts', 'page.module.css', 'run-action.ts', 'parse-lines.ts'].map((file) => `${settings}/${file}`),
  ),
  // Texts: one JSON file for each area and language.
  'renderer/locales': { imports: [], packages: [], node: false },
  // Widgets: lib <- controls <- feedback <- media <- layout.
  'renderer/ui': { imports: web, packages: [], node: false },
  'renderer/ui/lib': {
    imports: ['renderer/locales', ...web],
    packages: uiPackages,
    node: false,
  },
  'renderer/ui/controls': { imports: ['renderer/ui/lib', ...web], packages: uiPackages, node: false },
  'renderer/ui/feedback': {
    imports: ['renderer/ui/lib', 'renderer/ui/controls', ...web],
    packages: uiPackages,
    node: false,
  },
  'renderer/ui/media': {
    imports: ['renderer/ui/lib', 'renderer/ui/controls', 'renderer/ui/feedback', ...web],
    packages: [...uiPackages, 'qrcode-generator'],
    node: false,
  },
  'renderer/ui/layout': {
    imports: ['renderer/ui/lib', 'renderer/ui/controls', 'renderer/ui/feedback', 'renderer/ui/media', ...web],
    packages: [...uiPackages, '@tanstack/react-virtual'],
    node: false,
  },
  'renderer/api': {
    imports: web,
    packages: ['react', 'zustand', 'zod', '@tanstack/react-query', 'eventsource-parser', 'p-limit'],
    node: false,
  },
};

/** Rules of a feature's rooms that do not know each other. `shared`: paths that each of them may use. */
function rooms(feature: string, names: readonly string[], shared: readonly string[]): ImportTable {
  const rule: AreaRule = { imports: [...shared, ...featureImports], packages: featurePackages, node: false };
  return Object.fromEntries(names.map((name) => [`${feature}/${name}`, rule]));
}
