import type { WindowFiles } from '../../http/serving/window-files.ts';

/** References in a page (`/assets/x.js`), and relative references in scripts and styles (`./y.js`). */
const ASSET_NAMES = /(?:\/assets\/|\.\/|[("'`])([A-Za-z0-9_-][A-Za-z0-9_.-]{0,200}\.(?:js|css|svg|woff2|png))/g;
const TEXT_ASSETS = /\.(?:js|css)$/;

/** Files that the share page loads, directly or indirectly; no other file of the window is served to the network. */
export async function shareAssets(files: WindowFiles): Promise<Set<string>> {
  const page = await files.page('share');
  const known = new Set<string>();
  const open = page ? namesIn(page.html) : [];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (known.has(name)) continue;
    const asset = await files.asset(name);
    if (!asset) continue;
    known.add(name);
    if (TEXT_ASSETS.test(name)) open.push(...namesIn(asset.body.toString('utf8')));
  }
  return known;
}

function namesIn(text: string): string[] {
  return [...text.matchAll(ASSET_NAMES)].map(([, name]) => name!);
}
