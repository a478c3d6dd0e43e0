/** What the files of one area may import, besides the area itself. Everything unlisted is an error. */
export interface AreaRule {
  /** Folders or files under src (`../` for files of the project beside it), `*` standing for one name. */
  imports: readonly string[];
  /** Folders or files that only `import type` may name: nothing of them runs here. */
  typeImports?: readonly string[];
  /** Package names, with their subpaths; `name/subpath` for that subpath only; `@scope/*` for every package of a scope. */
  packages: readonly string[];
  /** Whether `node:` built-ins are allowed. */
  node: boolean;
}

/** Area (folder or file under src, `*` standing for one name; the longest that fits counts) to its rule. */
export type ImportTable = Readonly<Record<string, AreaRule>>;

const web = ['base', 'contract'];

/**
 * Who may import what: the architecture of src, checked by `npm run check:imports`. Change it here, in one place, and
 * write an ADR (docs/decisions) that says why.
 */
export const importTable: ImportTable = {
  // base runs everywhere, the browser included: nothing but the language and the globals that Node and browsers share.
  base: { imports: [], packages: [], node: false },
  contract: { imports: ['base'], packages: ['zod'], node: false },
  media: { imports: ['base', 'contract'], packages: ['node-av', 'sharp'], node: true },
  models: {
    imports: ['base', 'contract'],
    // The shape of a still is what an engine looks at; media's code stays out.
    typeImports: ['media/frames.ts'],
    packages: [
      '@fugood/*',
      '@gutenye/*',
      '@huggingface/transformers',
      '@techstark/opencv-js',
      'ollama',
      'onnxruntime-node',
      'sharp',
      'zod',
    ],
    node: true,
  },
  storage: { imports: ['base', 'contract'], packages: ['zod'], node: true },
  modules: { imports: ['base', 'contract', 'media', 'models'], packages: ['sharp', 'zod'], node: true },
  pipeline: { imports: ['base', 'contract', 'media', 'models', 'modules'], packages: ['sharp', 'zod'], node: true },
  // Kysely and the drivers stay here, so that the rest of the product does not know SQL.
  db: { imports: ['base', 'contract'], packages: ['kysely', 'better-sqlite3', 'sqlite-vec', 'zod'], node: true },
  // Native code that decodes or infers runs in worker processes; the server knows them by protocol and interface.
  server: {
    imports: [
      'base',
      'contract',
      'db',
      'storage',
      'pipeline/protocol.ts',
      'models/engine.ts',
      // Lists and files, no native code; the way out of the machine.
      'models/catalog',
      'models/installer',
      'models/outgoing.ts',
      // A client that speaks HTTP; the server uses its answers for chat and for vectors.
      'models/ollama',
      // What is said to a language model, and how text from videos is marked off there: strings only.
      'models/language',
    ],
    packages: ['hono', '@hono/*', 'jose', 'zod', 'client-zip'],
    node: true,
  },
  main: { imports: ['base', 'contract', 'server', '../package.json'], packages: ['electron', 'zod'], node: true },
  // `npm start` finds the Electron program by the place of its package, and starts it as another process.
  headless: {
    imports: ['base', 'contract', 'server', '../package.json'],
    packages: ['zod', 'electron/package.json'],
    node: true,
  },
  preload: { imports: ['contract'], packages: ['electron'], node: false },

  // The window: app -> features -> ui, api. A feature does not know another one; they meet in app.
  'renderer/main.tsx': {
    imports: ['renderer/app', 'renderer/ui', ...web],
    packages: ['react', 'react-dom'],
    node: false,
  },
  // The public share page: a small script of its own, with nothing of the window but its tokens and pure helpers.
  'renderer/share': { imports: ['renderer/ui/base.css', 'renderer/ui/marks.ts', ...web], packages: [], node: false },
  'renderer/app': {
    imports: ['renderer/features', 'renderer/ui', 'renderer/api', ...web],
    packages: ['react', 'react-dom', 'wouter', 'zustand', 'lucide-react', '@tanstack/react-query'],
    node: false,
  },
  'renderer/features/*': {
    imports: ['renderer/ui', 'renderer/api', ...web],
    packages: [
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
    ],
    node: false,
  },
  'renderer/ui': {
    imports: web,
    packages: [
      'react',
      'react-dom',
      'wouter',
      'zustand',
      'lucide-react',
      'radix-ui',
      '@tanstack/react-virtual',
      'i18next',
      'react-i18next',
      'qrcode-generator',
    ],
    node: false,
  },
  'renderer/api': {
    imports: web,
    packages: ['react', 'zustand', 'zod', '@tanstack/react-query', 'eventsource-parser', 'p-limit'],
    node: false,
  },
};
