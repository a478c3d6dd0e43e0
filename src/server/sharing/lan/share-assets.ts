import type { WindowAsset, WindowFiles } from '../../http/serving/window-files.ts';

/** References in a page (`/assets/x.js`), and relative references in scripts and styles (`./y.js`). */
const ASSET_NAMES = /(?:\/assets\/|\.\/|[("'`])([A-Za-z0-9_-][A-Za-z0-9_.-]{0,200}\.(?:js|css|svg|woff2|png))/g;
const TEXT_ASSETS = /\.(?:js|css)$/;

/**
 * Returns a function that reads the files of the share page once and then serves them from memory, since their requests
 * are not limited. A build that is missing at first is looked for again.
 */
export function cachedShareAssets(files: WindowFiles): () => Promise<ReadonlyMap<string, WindowAsset>> {
  let cached: Promise<ReadonlyMap<string, WindowAsset>> | undefined;
  return () => {
    const reading = cached ?? shareAssets(files);
    cached = reading;
    const forget = () => {
      if (cached === reading) cached = undefined;
    };
    reading.then((assets) => assets.size === 0 && forget(), forget);
    return reading;
  };
}

/** Files that the share page loads, directly or indirectly; no other file of the window is served to the network. */
async function shareAssets(files: WindowFiles): Promise<ReadonlyMap<string, WindowAsset>> {
  const page = await files.page('share');
  const known = new Map<string, WindowAsset>();
  const open = page ? namesIn(page.html) : [];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (known.has(name)) continue;
    const asset = await files.asset(name);
    if (!asset) continue;
    known.set(name, asset);
    if (TEXT_ASSETS.test(name)) open.push(...namesIn(asset.body.toString('utf8')));
  }
  return known;
}

function namesIn(text: string): string[] {
  return [...text.matchAll(ASSET_NAMES)].map(([, name]) => name!);
}
