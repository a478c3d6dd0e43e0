import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { removeFolder } from '../files/remove.ts';

/** Writes a report to a file for the time of some work, since Chromium limits the length of `data:` URLs. */
export async function withReportFile<Result>(html: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const folder = await fs.mkdtemp(join(tmpdir(), 'reelscope-report-'));
  try {
    const file = join(folder, 'report.html');
    await fs.writeFile(file, html, { mode: 0o600 });
    return await work(pathToFileURL(file).href);
  } finally {
    await removeFolder(folder);
  }
}
