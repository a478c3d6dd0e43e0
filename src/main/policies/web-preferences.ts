/** Restrictions of the window's page: docs/security.md, items 2 to 4. */
export const SECURE_PAGE = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  // Chromium loads dictionaries from a server, except on macOS, which has a checker of its own.
  spellcheck: process.platform === 'darwin',
} as const;

/** Restrictions of the hidden page that is printed: no scripts, and a session of its own. */
export const PRINTED_PAGE = { ...SECURE_PAGE, javascript: false, partition: 'reports' } as const;
